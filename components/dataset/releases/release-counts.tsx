import {
  Table,
  TableTbody,
  TableTd,
  TableTfoot,
  TableTh,
  TableThead,
  TableTr,
} from "@mantine/core";
import { CATEGORIES } from "@/lib/dataset/questions/vocabulary";
import { tabulateCounts, type CountTable } from "@/lib/dataset/releases/rules";
import type { QuestionCount } from "@/lib/dataset/releases/schema";
import { CategoryBadge, HopsBadge } from "@/components/dataset/questions/badges";
import { CATEGORY_WORDS, SPLIT_WORDS } from "@/components/dataset/questions/labels";
import classes from "./release-counts.module.css";
import { TableScroll } from "@/components/ui/table-scroll";
import { formatCount } from "@/lib/platform/format";

/** How many questions of each category, hop count and split: to look at, and as numbers. */
export function ReleaseCounts({ counts }: { counts: QuestionCount[] }) {
  const table = tabulateCounts(counts);
  return (
    <div className={classes.counts}>
      <CountNumbers table={table} />
      <CountChart table={table} />
    </div>
  );
}

function CountNumbers({ table }: { table: CountTable }) {
  return (
    <TableScroll label="Questions by category, hops and split, as a table">
      <Table miw={300} verticalSpacing={4}>
        <TableThead>
          <TableTr>
            <TableTh scope="col">Category</TableTh>
            <TableTh scope="col">Hops</TableTh>
            {table.splits.map((split) => (
              <TableTh key={split} scope="col" ta="end">
                {SPLIT_WORDS[split ?? "none"]}
              </TableTh>
            ))}
            <TableTh scope="col" ta="end">
              Total
            </TableTh>
          </TableTr>
        </TableThead>
        <TableTbody>
          {table.rows.map((row) => (
            <TableTr key={`${row.category} ${row.hops}`}>
              <TableTh scope="row" fw="inherit">
                <CategoryBadge category={row.category} />
              </TableTh>
              <TableTd>
                <HopsBadge hops={row.hops} />
              </TableTd>
              {row.bySplit.map((count, index) => (
                <TableTd key={table.splits[index]} ta="end">
                  {formatCount(count)}
                </TableTd>
              ))}
              <TableTd ta="end" fw={600}>
                {formatCount(row.total)}
              </TableTd>
            </TableTr>
          ))}
        </TableTbody>
        <TableTfoot>
          <TableTr>
            <TableTh scope="row" colSpan={2}>
              Total
            </TableTh>
            {table.totals.map((count, index) => (
              <TableTd key={table.splits[index]} ta="end" fw={600}>
                {formatCount(count)}
              </TableTd>
            ))}
            <TableTd ta="end" fw={600}>
              {formatCount(table.total)}
            </TableTd>
          </TableTr>
        </TableTfoot>
      </Table>
    </TableScroll>
  );
}

const ROW = 44;
const LEGEND = 26;

/** Horizontal bars without any script; widths in percent and texts in pixels, so that it fits every page. */
function CountChart({ table }: { table: CountTable }) {
  const bars = CATEGORIES.map((category) => {
    const of = (hops: string) =>
      table.rows.find((row) => row.category === category && row.hops === hops)?.total ?? 0;
    return { category, one: of("one-hop"), multi: of("multi-hop") };
  });
  const longest = Math.max(1, ...bars.map((bar) => bar.one + bar.multi));
  const width = (count: number) => `${(100 * count) / longest}%`;
  const words = bars
    .map((bar) => `${CATEGORY_WORDS[bar.category]} ${bar.one + bar.multi}(${bar.multi} multi-hop)`)
    .join("; ");
  return (
    <svg
      className={classes.chart}
      width="100%"
      height={LEGEND + ROW * bars.length}
      role="img"
      aria-label={`Questions by category: ${words}.`}
    >
      <defs>
        {/* Hatched, so that the two are told apart without colour and in print. */}
        <pattern
          id="multi-hop-hatch"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="6" height="6" className={classes.hatchGround} />
          <line x1="1" y1="0" x2="1" y2="6" className={classes.hatch} />
        </pattern>
      </defs>
      <rect x="0" y="2" width="12" height="12" rx="2" className={classes.bar} />
      <text x="18" y="12" className={classes.legend}>
        One-hop
      </text>
      <rect x="88" y="2" width="12" height="12" rx="2" fill="url(#multi-hop-hatch)" />
      <text x="106" y="12" className={classes.legend}>
        Multi-hop
      </text>
      {bars.map((bar, index) => {
        const top = LEGEND + ROW * index;
        return (
          <g key={bar.category}>
            <text x="0" y={top + 12}>
              {CATEGORY_WORDS[bar.category]}: {formatCount(bar.one + bar.multi)} (
              {formatCount(bar.one)} + {formatCount(bar.multi)})
            </text>
            <rect x="0" y={top + 19} width="100%" height="12" rx="2" className={classes.track} />
            <rect
              x="0"
              y={top + 19}
              width={width(bar.one)}
              height="12"
              rx="2"
              className={classes.bar}
            />
            <rect
              x={width(bar.one)}
              y={top + 19}
              width={width(bar.multi)}
              height="12"
              rx="2"
              fill="url(#multi-hop-hatch)"
            />
          </g>
        );
      })}
    </svg>
  );
}
