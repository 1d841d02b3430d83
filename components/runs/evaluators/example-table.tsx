import { Text } from "@mantine/core";
import { ListTable } from "@/components/ui/list-table";
import { formatCount } from "@/lib/platform/format";
import type { Example, ShownVerdict } from "@/lib/runs/evaluators/schema";

/** The responses that the prompts show, with the verdict of each mode. */
export function ExampleTable({ examples }: { examples: readonly Example[] }) {
  return (
    <ListTable
      label="Examples"
      minWidth={980}
      rows={examples.map((example, at) => ({ ...example, number: at + 1 }))}
      rowKey={(one) => one.number}
      columns={[
        { title: "No.", as: "number", cell: (one) => formatCount(one.number) },
        {
          title: "Question and correct answers",
          as: "text",
          minWidth: 220,
          cell: (one) => (
            <>
              {one.question}
              <Text fz="sm" c="dimmed">
                {one.answers.join(" | ")}
              </Text>
            </>
          ),
        },
        {
          title: "Response",
          as: "text",
          minWidth: 240,
          small: true,
          cell: (one) => (
            <Text fz="sm" style={{ whiteSpace: "pre-wrap" }}>
              {one.response}
            </Text>
          ),
        },
        { title: "Relaxed", minWidth: 200, small: true, cell: (one) => shown(one.relaxed) },
        { title: "Strict", minWidth: 200, small: true, cell: (one) => shown(one.strict) },
      ]}
    />
  );
}

function shown({ correct, comment }: ShownVerdict) {
  return (
    <>
      <Text fz="sm" fw={550}>
        {correct ? "Credit" : "No credit"}
      </Text>
      <Text fz="sm" c="dimmed">
        {comment}
      </Text>
    </>
  );
}
