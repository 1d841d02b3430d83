import { Text } from "@mantine/core";
import { LinkAnchor } from "@/components/ui/links";
import { ListTable } from "@/components/ui/list-table";
import { LocalTime } from "@/components/ui/local-time";
import type { EvaluatorView } from "@/lib/runs/evaluators/queries";
import { modelWords, PART_WORDS } from "./labels";

/** The versions of an evaluator's family, newest first, and in what each differs from the one before. */
export function VersionTable({ evaluator }: { evaluator: EvaluatorView }) {
  return (
    <ListTable
      label="Versions"
      minWidth={640}
      rows={evaluator.versions}
      rowKey={(one) => one.evaluatorId}
      columns={[
        {
          title: "Version",
          as: "line",
          cell: (one) =>
            one.evaluatorId === evaluator.evaluatorId ? (
              <Text fz="inherit" fw={550}>
                {one.version} (this one)
              </Text>
            ) : (
              <LinkAnchor href={`/evaluators/${one.evaluatorId}`} inherit>
                {one.version}
              </LinkAnchor>
            ),
        },
        { title: "Verdicts from", as: "text", cell: (one) => modelWords(one.model) },
        {
          title: "Changed",
          minWidth: 160,
          cell: ({ changed }) => changed.map((part) => PART_WORDS[part]).join(", ") || "–",
        },
        { title: "Used", as: "line", cell: (one) => (one.frozen ? "Yes" : "No") },
        { title: "Added", as: "line", cell: (one) => <LocalTime iso={one.createdAt} /> },
      ]}
    />
  );
}
