import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr, Text } from "@mantine/core";
import type {
  AgreementReport,
  Counted,
  CountedShare,
  ReportedRater,
} from "@/lib/reporting/agreement/schema";
import { formatDecimal, formatPercent } from "@/lib/reporting/files/numbers";
import { Lines } from "@/components/charts/lines";
import { LinkAnchor } from "@/components/ui/links";
import { TableScroll } from "@/components/ui/table-scroll";
import classes from "./agreement.module.css";
import { MODE_WORDS } from "./labels";
import { formatCount } from "@/lib/platform/format";

const MODES = ["relaxed", "strict"] as const;
/** The most raters that a chart can show distinguishably. */
export const DRIFT_AT_MOST = 6;

interface RatersTableProps {
  raters: readonly ReportedRater[];
  /** The disagreements of a rater with the others or with the adjudicated verdicts; called on the server. */
  href: (
    rater: ReportedRater,
    against: "others" | "adjudicated",
    mode: "relaxed" | "strict",
  ) => string;
}

/** Each rater's work: how much, how fast, how strict, and how far others and adjudicators agree. */
export function RatersTable({ raters, href }: RatersTableProps) {
  return (
    <TableScroll label="Raters">
      <Table
        fz="sm"
        miw={960}
        verticalSpacing={6}
        horizontalSpacing="xs"
        className="tabular"
        aria-label="Raters"
      >
        <TableThead>
          <TableTr>
            <TableTd colSpan={2} />
            <TableTh colSpan={2} scope="colgroup" className={classes.group}>
              Agreement with others
            </TableTh>
            <TableTh colSpan={2} scope="colgroup" className={classes.group}>
              Agreement with adjudication
            </TableTh>
            <TableTh colSpan={2} scope="colgroup" className={classes.group}>
              Credit rate (vs. others, same responses)
            </TableTh>
            <TableTd />
          </TableTr>
          <TableTr>
            <TableTh scope="col">Rater</TableTh>
            <TableTh scope="col" ta="end">
              Ratings
            </TableTh>
            {["others", "adjudicated", "credit"].flatMap((of) =>
              MODES.map((mode) => (
                <TableTh key={`${of} ${mode}`} scope="col" ta="end">
                  {MODE_WORDS[mode]}
                </TableTh>
              )),
            )}
            <TableTh scope="col" ta="end">
              Median time
            </TableTh>
          </TableTr>
        </TableThead>
        <TableTbody>
          {raters.map((rater) => (
            <TableTr key={rater.rater.key}>
              <TableTh scope="row" className={classes.name}>
                {rater.rater.label}
              </TableTh>
              <TableTd ta="end">{formatCount(rater.judgments)}</TableTd>
              {MODES.map((mode) => (
                <ShareCell
                  key={mode}
                  share={rater.agreed[mode]}
                  href={href(rater, "others", mode)}
                  words={`${rater.rater.label} with others, ${MODE_WORDS[mode]}`}
                />
              ))}
              {MODES.map((mode) => (
                <ShareCell
                  key={mode}
                  share={rater.adjudicated[mode]}
                  href={href(rater, "adjudicated", mode)}
                  words={`${rater.rater.label} with adjudicated verdicts, ${MODE_WORDS[mode]}`}
                />
              ))}
              {MODES.map((mode) => (
                <TableTd key={mode} ta="end" style={{ whiteSpace: "nowrap" }}>
                  {percent(rater.credit[mode].own)} ({percent(rater.credit[mode].others)})
                </TableTd>
              ))}
              <TableTd ta="end" style={{ whiteSpace: "nowrap" }}>
                {formatDecimal(rater.medianActiveMs / 1_000, 1)} s
              </TableTd>
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}

function percent({ count, of }: Counted): string {
  return of === 0 ? formatPercent(0, 0) : `${formatPercent(count, of)}%`;
}

function ShareCell({ share, href, words }: { share: CountedShare; href: string; words: string }) {
  const differing = share.of - share.count;
  return (
    <TableTd ta="end" style={{ whiteSpace: "nowrap" }}>
      {share.of === 0 ? (
        percent(share)
      ) : (
        <LinkAnchor
          href={href}
          inherit
          className={classes.number!}
          aria-label={`${words}: ${percent(share)} of ${formatCount(share.of)}, ${formatCount(differing)} ${differing === 1 ? "differs" : "differ"}: show them`}
        >
          {percent(share)}
        </LinkAnchor>
      )}
      {share.low !== null && share.high !== null && (
        <Text component="span" display="block" fz="xs" c="dimmed">
          {formatDecimal(100 * share.low, 1)} to {formatDecimal(100 * share.high, 1)}
        </Text>
      )}
    </TableTd>
  );
}

interface DriftChartProps {
  report: Pick<AgreementReport, "raters" | "periods" | "period">;
  /** What the numbers go by, for the files. */
  caption: readonly string[];
  /** The disagreements of a rater with the others in one week or month; called on the server. */
  href: (rater: ReportedRater, mode: "relaxed" | "strict", from: string) => string;
}

/** How each rater's agreement with the others moves from week to week, with its intervals. */
export function DriftChart({ report, caption, href }: DriftChartProps) {
  const drawn = report.raters.slice(0, DRIFT_AT_MOST);
  if (report.periods.length === 0 || drawn.length === 0) return null;
  return (
    <>
      {MODES.map((mode) => (
        <Lines
          key={mode}
          title={`Agreement with others by ${report.period}, ${MODE_WORDS[mode]}`}
          unit="percent"
          fileName={`agreement-drift-${mode}`}
          caption={caption}
          data={{
            places: { title: report.period === "week" ? "Week" : "Month", labels: report.periods },
            series: drawn.map((rater) => ({
              name: rater.rater.label,
              values: rater.periods.map(
                (
                  {
                    agreed: {
                      [mode]: { count, of, low, high },
                    },
                  },
                  at,
                ) =>
                  of === 0
                    ? { value: null }
                    : {
                        value: count / of,
                        low,
                        high,
                        n: of,
                        href: href(rater, mode, report.periods[at]!),
                      },
              ),
            })),
          }}
        />
      ))}
    </>
  );
}
