import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr } from "@mantine/core";
import { CategoryBadge, HopsBadge } from "@/components/questions/badges";
import { HOPS_WORDS, CATEGORY_WORDS } from "@/components/questions/words";
import { formatCount } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/links";
import { TableScroll } from "@/components/ui/table-scroll";
import { thinnest } from "@/lib/authoring/rules";
import type { Balance } from "@/lib/authoring/schema";
import { CATEGORIES, HOPS } from "@/lib/questions/schema";
import classes from "./authoring.module.css";

/** What the data set has and what it aims at, with the thinnest kind first to write. */
export function BalanceChart({ balance, mayWrite }: { balance: Balance; mayWrite: boolean }) {
  const [first] = thinnest(balance.cells);
  return (
    <section className={classes.panel} aria-labelledby="balance">
      <h2 id="balance">What the data set needs</h2>
      {first === undefined
        ? <p className={classes.hint}>Every kind has as many questions as it aims at. Good ones are welcome all the same.</p>
        : <p style={{ margin: 0 }}>Most needed: <b>{CATEGORY_WORDS[first.category].toLowerCase()}, {HOPS_WORDS[first.hops].toLowerCase()}</b>, {formatCount(first.missing)} of {formatCount(first.target)} missing. {mayWrite && <LinkButton href={`/write/new?category=${first.category}&hops=${first.hops}`} size="compact-sm" variant="light">Write one of these</LinkButton>}</p>}
      <TableScroll label="Questions by category, hops and split">
        <Table miw={560} verticalSpacing={4}>
          <TableThead><TableTr><TableTh>Category</TableTh><TableTh>Hops</TableTh><TableTh>TEST</TableTh><TableTh>DEV</TableTh><TableTh>Under review</TableTh><TableTh>No split</TableTh></TableTr></TableThead>
          <TableTbody>
            {CATEGORIES.flatMap((category) => HOPS.map((hops, i) => (
              <TableTr key={`${category} ${hops}`}>
                <TableTd>{i === 0 && <CategoryBadge category={category} />}</TableTd>
                <TableTd><HopsBadge hops={hops} /></TableTd>
                {(["TEST", "DEV"] as const).map((split) => {
                  const cell = balance.cells.find((one) => one.category === category && one.hops === hops && one.split === split)!;
                  return (
                    <TableTd key={split}>
                      <span className="tabular">{formatCount(cell.have)} of {formatCount(cell.target)}</span>
                      <div className={classes.bar} aria-hidden><span style={{ width: `${cell.target === 0 ? 100 : Math.min(100, (cell.have / cell.target) * 100)}%` }} /></div>
                    </TableTd>
                  );
                })}
                <TableTd className="tabular">{i === 0 && formatCount(balance.underWay[category])}</TableTd>
                <TableTd className="tabular">{i === 0 && formatCount(balance.unassigned[category])}</TableTd>
              </TableTr>
            )))}
          </TableTbody>
        </Table>
      </TableScroll>
      <p className={classes.hint}>Demonstrations (DEMO): {formatCount(balance.demo.have)} of {formatCount(balance.demo.target)}. “Under review” and “No split” count the whole category.</p>
    </section>
  );
}
