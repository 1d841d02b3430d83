import {
  Badge,
  Stack,
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
} from "@mantine/core";
import type { PairAgreement } from "@/lib/reporting/agreement/paper-table";
import {
  AGREEMENT_MODES,
  SCOPES,
  COEFFICIENT_TITLES,
  COEFFICIENTS,
  type AgreementMode,
  type Coefficient,
  type CoefficientName,
  type Scope,
} from "@/lib/reporting/agreement/coefficient";
import { pairName } from "@/lib/reporting/agreement/rules";
import type { ReportedPair } from "@/lib/reporting/agreement/schema";
import { formatPercent } from "@/lib/reporting/files/numbers";
import { ConfusionMatrix } from "./confusion-matrix";
import { LinkAnchor } from "@/components/ui/links";
import { TableScroll } from "@/components/ui/table-scroll";
import classes from "./agreement.module.css";
import { MODE_WORDS, SCOPE_WORDS, shownCoefficient, shownInterval } from "./labels";
import { formatCount } from "@/lib/platform/format";

interface PairsTableProps {
  pairs: readonly ReportedPair[];
  /** The list of the disagreements behind a cell; called on the server. */
  href: (pair: ReportedPair, mode: AgreementMode, scope: Scope) => string;
}

/** The paper's table: a row a pair, exact agreement in each mode and scope, each number a link to its disagreements. */
export function PairsTable({ pairs, href }: PairsTableProps) {
  return (
    <TableScroll label="Pairwise agreement (%)">
      <Table
        fz="sm"
        miw={860}
        verticalSpacing={6}
        horizontalSpacing="xs"
        aria-label="Pairwise agreement (%)"
        className="tabular"
      >
        <TableThead>
          <TableTr>
            <TableTd colSpan={2} />
            {AGREEMENT_MODES.map((mode) => (
              <TableTh key={mode} colSpan={3} scope="colgroup" className={classes.group}>
                {MODE_WORDS[mode]}
              </TableTh>
            ))}
          </TableTr>
          <TableTr>
            <TableTh scope="col">Raters</TableTh>
            <TableTh scope="col" ta="end">
              n
            </TableTh>
            {AGREEMENT_MODES.flatMap((mode) =>
              SCOPES.map((scope) => (
                <TableTh key={`${mode} ${scope}`} scope="col" ta="end">
                  <abbr title={SCOPE_WORDS[scope]} style={{ textDecoration: "none" }}>
                    {scope}
                  </abbr>
                </TableTh>
              )),
            )}
          </TableTr>
        </TableThead>
        <TableTbody>
          {pairs.map((pair) => (
            <TableTr key={`${pair.first.key} ${pair.second.key}`}>
              <TableTh scope="row" className={classes.name}>
                {pairName(pair)}
              </TableTh>
              <TableTd ta="end">{formatCount(pair.row.relaxed.overall.responses)}</TableTd>
              {AGREEMENT_MODES.flatMap((mode) =>
                SCOPES.map((scope) => (
                  <PairCell
                    key={`${mode} ${scope}`}
                    cell={pair.row[mode][scope]}
                    href={href(pair, mode, scope)}
                    words={`${pairName(pair)}, ${MODE_WORDS[mode]}, ${SCOPE_WORDS[scope]}`}
                  />
                )),
              )}
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}

function PairCell({
  cell: { agreed, verdicts },
  href,
  words,
}: {
  cell: PairAgreement;
  href: string;
  words: string;
}) {
  const text = formatPercent(agreed, verdicts);
  if (verdicts === 0) return <TableTd ta="end">{text}</TableTd>;
  const differing = verdicts - agreed;
  const meaning = `${words}: ${text}% of ${formatCount(verdicts)} verdicts agree, ${formatCount(differing)} ${differing === 1 ? "differs" : "differ"}: show them`;
  return (
    <TableTd ta="end">
      <LinkAnchor href={href} inherit className={classes.number!} aria-label={meaning}>
        {text}
      </LinkAnchor>
    </TableTd>
  );
}

/** Renders the chance-corrected coefficients of each pair. */
export function PairCoefficients({ pairs, href }: PairsTableProps) {
  return (
    <TableScroll label="Pairwise chance-corrected agreement">
      <Table
        fz="sm"
        miw={860}
        verticalSpacing={6}
        horizontalSpacing="xs"
        aria-label="Pairwise chance-corrected agreement"
        className="tabular"
      >
        <TableThead>
          <TableTr>
            <TableTh scope="col">Raters</TableTh>
            <TableTh scope="col">Mode</TableTh>
            {COEFFICIENTS.map((name) => (
              <TableTh key={name} scope="col" ta="end">
                {COEFFICIENT_TITLES[name]}
              </TableTh>
            ))}
          </TableTr>
        </TableThead>
        <TableTbody>
          {pairs.flatMap((pair) =>
            AGREEMENT_MODES.map((mode) => (
              <TableTr key={`${pair.first.key} ${pair.second.key} ${mode}`}>
                <TableTh scope="row" className={classes.name}>
                  {pairName(pair)}
                </TableTh>
                <TableTd>{MODE_WORDS[mode]}</TableTd>
                {COEFFICIENTS.map((name) => (
                  <TableTd key={name} ta="end" style={{ whiteSpace: "nowrap" }}>
                    <CoefficientCell
                      name={name}
                      coefficient={pair.row[mode].overall.coefficients[name]}
                      link={{
                        href: href(pair, mode, "overall"),
                        words: `${pairName(pair)}, ${MODE_WORDS[mode]}, ${COEFFICIENT_TITLES[name]}`,
                      }}
                    />
                  </TableTd>
                ))}
              </TableTr>
            )),
          )}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}

interface CoefficientCellProps {
  name: CoefficientName;
  coefficient: Coefficient;
  /** The disagreements behind it, and what it is of. */
  link: { href: string; words: string };
}

/** A coefficient that leads to the disagreements behind it, with its interval below; or why it is undefined on hover and for screen readers. */
export function CoefficientCell({
  name,
  coefficient: { value, low, high, method, undefinedBecause },
  link,
}: CoefficientCellProps) {
  if (value === null)
    return (
      <Badge
        color="gray"
        miw="max-content"
        title={undefinedBecause ?? ""}
        aria-label={`undefined: ${undefinedBecause ?? ""}`}
      >
        undefined
      </Badge>
    );
  const text = shownCoefficient(name, value);
  return (
    <span title={method}>
      <LinkAnchor
        href={link.href}
        inherit
        className={classes.number!}
        aria-label={`${link.words}: ${text}; show the disagreements`}
      >
        {text}
      </LinkAnchor>
      <Text component="span" display="block" fz="xs" c="dimmed">
        {shownInterval(name, low, high)}
      </Text>
    </span>
  );
}

const VALUES = ["No credit", "Credit"];

interface PairMatricesProps {
  pairs: readonly ReportedPair[];
  /** The disagreements in which one side of the pair gave credit and the other none; called on the server. */
  href: (pair: ReportedPair, mode: "relaxed" | "strict", credit: "first" | "second") => string;
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
          <details key={`${pair.first.key} ${pair.second.key}`} open={at === 0}>
            <Text component="summary" fz="sm" fw={600} style={{ cursor: "pointer" }}>
              {pairName(pair)}
            </Text>
            <div style={{ display: "flex", flexWrap: "wrap", gap: 24, marginTop: 8 }}>
              {(["relaxed", "strict"] as const).map((mode) => (
                <div key={mode} style={{ maxWidth: "100%" }}>
                  <ConfusionMatrix
                    title={MODE_WORDS[mode]}
                    order={4}
                    table={pair.row[mode].overall.confusion}
                    values={VALUES}
                    raters={[pair.first.label, pair.second.label]}
                    href={(first) => href(pair, mode, first === 1 ? "first" : "second")}
                  />
                </div>
              ))}
            </div>
          </details>
        ))}
    </Stack>
  );
}
