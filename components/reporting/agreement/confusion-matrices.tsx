import { Stack, Text } from "@mantine/core";
import { pairName } from "@/lib/reporting/agreement/rules";
import type { BreakdownRow, ReportedPair, Side } from "@/lib/reporting/agreement/schema";
import classes from "./agreement.module.css";
import { ConfusionMatrix } from "./confusion-matrix";
import { MODE_WORDS } from "./labels";

const MODES = ["relaxed", "strict"] as const;
type Mode = (typeof MODES)[number];

interface BothModesProps {
  title: string;
  open?: boolean;
  /** The level of the matrices' headings. */
  order: 3 | 4;
  /** Null: there is no matrix in this mode. */
  table: (mode: Mode) => readonly (readonly number[])[] | null;
  raters: readonly [Side, Side];
  href?: (mode: Mode, first: number) => string;
}

/** The confusion matrices of two raters in both modes, folded away. */
function BothModes({ title, open = false, order, table, raters, href }: BothModesProps) {
  return (
    <details open={open}>
      <Text component="summary" fz="sm" fw={600} style={{ cursor: "pointer" }}>
        {title}
      </Text>
      <div className={classes.matrices}>
        {MODES.map((mode) => {
          const counts = table(mode);
          return (
            counts !== null && (
              <div key={mode} style={{ maxWidth: "100%" }}>
                <ConfusionMatrix
                  title={MODE_WORDS[mode]}
                  order={order}
                  table={counts}
                  values={["No credit", "Credit"]}
                  raters={[raters[0].label, raters[1].label]}
                  {...(href !== undefined && { href: (first: number) => href(mode, first) })}
                />
              </div>
            )
          );
        })}
      </div>
    </details>
  );
}

/** The verdicts of exactly two raters in each category. */
export function PartMatrices({
  rows,
  raters,
}: {
  rows: readonly BreakdownRow[];
  raters: readonly [Side, Side];
}) {
  return (
    <Stack gap="xs">
      {rows
        .filter(({ compared }) => compared > 0)
        .map((row) => (
          <BothModes
            key={row.key}
            title={`${row.label}: confusion matrices`}
            order={3}
            table={(mode) => row[mode].confusion}
            raters={raters}
          />
        ))}
    </Stack>
  );
}

interface PairMatricesProps {
  pairs: readonly ReportedPair[];
  /** The disagreements in which one side of the pair gave credit and the other none; called on the server. */
  href: (pair: ReportedPair, mode: Mode, credit: "first" | "second") => string;
}

/** The confusion matrices of each pair in both modes. */
export function PairMatrices({ pairs, href }: PairMatricesProps) {
  return (
    <Stack gap="xs">
      {pairs
        .filter(
          (pair) => pair.row.relaxed.overall.responses + pair.row.strict.overall.responses > 0,
        )
        .map((pair, at) => (
          <BothModes
            key={`${pair.first.key} ${pair.second.key}`}
            title={pairName(pair)}
            open={at === 0}
            order={4}
            table={(mode) => pair.row[mode].overall.confusion}
            raters={[pair.first, pair.second]}
            href={(mode, first) => href(pair, mode, first === 1 ? "first" : "second")}
          />
        ))}
    </Stack>
  );
}
