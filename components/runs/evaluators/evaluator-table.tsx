import { Text } from "@mantine/core";
import { LinkAnchor } from "@/components/ui/links";
import { ListTable, type ListProps } from "@/components/ui/list-table";
import { formatCount } from "@/lib/platform/format";
import type { EvaluatorListItem } from "@/lib/runs/evaluators/queries";
import { JUDGING_MODES } from "@/lib/runs/evaluators/vocabulary";
import { describeFlips, MODE_WORDS, modelWords } from "./labels";

/** Automatic evaluators by family, the newest version first. */
export function EvaluatorTable(list: ListProps<EvaluatorListItem>) {
  return (
    <ListTable
      {...list}
      label="Automatic evaluators"
      minWidth={900}
      rowKey={(one) => one.evaluatorId}
      columns={[
        {
          title: "Evaluator",
          as: "text",
          minWidth: 180,
          cell: (one) => (
            <LinkAnchor href={`/evaluators/${one.evaluatorId}`} inherit fw={550}>
              {one.family}
            </LinkAnchor>
          ),
        },
        { title: "Version", as: "number", cell: (one) => formatCount(one.version) },
        {
          title: "Verdicts from",
          as: "text",
          minWidth: 160,
          cell: (one) => modelWords(one.model),
        },
        { title: "Relaxed verdicts", as: "number", cell: (one) => formatCount(one.relaxed) },
        { title: "Strict verdicts", as: "number", cell: (one) => formatCount(one.strict) },
        { title: "Inconsistent", as: "number", cell: (one) => formatCount(one.inconsistent) },
        {
          title: "Repeatability",
          minWidth: 220,
          small: true,
          cell: ({ repeatability }) =>
            repeatability === null
              ? "Not measured"
              : JUDGING_MODES.map((mode) => {
                  const found = repeatability[mode];
                  return found === null ? null : (
                    <Text key={mode} fz="sm">
                      {MODE_WORDS[mode]}: {describeFlips(found)}
                    </Text>
                  );
                }),
        },
      ]}
    />
  );
}
