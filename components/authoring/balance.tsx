import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr } from "@mantine/core";
import { CategoryBadge, HopsBadge } from "@/components/dataset/questions/badges";
import { HOPS_WORDS, CATEGORY_WORDS } from "@/components/dataset/questions/labels";
import { LinkAnchor, LinkButton } from "@/components/ui/links";
import { TableScroll } from "@/components/ui/table-scroll";
import { mostUnderfilled } from "@/lib/authoring/rules";
import type { Balance, BalanceCell } from "@/lib/authoring/schema";
import { CATEGORIES, HOPS } from "@/lib/dataset/questions/vocabulary";
import classes from "./authoring.module.css";
import { formatCount } from "@/lib/platform/format";
import { newSubmissionPage } from "@/lib/authoring/address";

/** What the dataset has and what it aims at, with the thinnest kind first to write. */
export function BalanceChart({ balance, mayWrite }: { balance: Balance; mayWrite: boolean }) {
  const [first] = mostUnderfilled(balance.cells);
  const cellOf = (kind: Pick<BalanceCell, "category" | "hops" | "split">) =>
    balance.cells.find(
      (one) => one.category === kind.category && one.hops === kind.hops && one.split === kind.split,
    )!;
  return (
    <section className={classes.panel} aria-labelledby="balance">
      <h2 id="balance">Needed questions</h2>
      {first === undefined ? (
        <p className={classes.hint}>All targets are met. Good questions are still welcome.</p>
      ) : (
        <p style={{ margin: 0 }}>
          Most needed:{" "}
          <b>
            {CATEGORY_WORDS[first.category].toLowerCase()}, {HOPS_WORDS[first.hops].toLowerCase()}
          </b>
          , {formatCount(first.missing)} of {formatCount(first.target)} still needed.{" "}
          {mayWrite && (
            <LinkButton
              href={newSubmissionPage.href({ category: first.category, hops: first.hops })}
              size="compact-sm"
              variant="light"
            >
              Write one
            </LinkButton>
          )}
        </p>
      )}
      <TableScroll label="Questions by category, hops and split">
        <Table verticalSpacing={4} horizontalSpacing="xs" layout="fixed">
          <TableThead>
            <TableTr>
              <TableTh w="30%">Category and hops</TableTh>
              <TableTh>TEST</TableTh>
              <TableTh>DEV</TableTh>
            </TableTr>
          </TableThead>
          {CATEGORIES.map((category) => (
            <TableTbody key={category}>
              <TableTr>
                <TableTh colSpan={3} scope="rowgroup" className={classes.group}>
                  <CategoryBadge category={category} />
                  <span className={classes.aside}>
                    {formatCount(balance.underWay[category])} in review ·{" "}
                    {formatCount(balance.unassigned[category])} with no split
                  </span>
                </TableTh>
              </TableTr>
              {HOPS.map((hops) => {
                const cells = (["TEST", "DEV"] as const).map((split) =>
                  cellOf({ category, hops, split }),
                );
                return (
                  <TableTr key={hops}>
                    <TableTh scope="row">
                      <HopsBadge hops={hops} />{" "}
                      {mayWrite && cells.some((cell) => cell.have < cell.target) && (
                        <LinkAnchor
                          href={newSubmissionPage.href({ category, hops })}
                          fz="sm"
                          fw={400}
                          underline="always"
                          aria-label={`Write one: ${CATEGORY_WORDS[category].toLowerCase()}, ${HOPS_WORDS[hops].toLowerCase()}`}
                        >
                          Write one
                        </LinkAnchor>
                      )}
                    </TableTh>
                    {cells.map((cell) => (
                      <TableTd key={cell.split}>
                        <Filled cell={cell} />
                      </TableTd>
                    ))}
                  </TableTr>
                );
              })}
            </TableTbody>
          ))}
        </Table>
      </TableScroll>
      <p className={classes.hint}>
        Few-shot examples (DEMO): {formatCount(balance.demo.have)} of{" "}
        {formatCount(balance.demo.target)}
      </p>
    </section>
  );
}

/** How far one kind is filled, in numbers and as a bar. */
function Filled({ cell }: { cell: BalanceCell }) {
  const missing = cell.target - cell.have;
  return (
    <>
      <div className={classes.filled}>
        <span className="tabular">
          {formatCount(cell.have)} of {formatCount(cell.target)}
        </span>
        {missing > 0 && <b>{formatCount(missing)} missing</b>}
      </div>
      <div className={classes.bar} aria-hidden>
        <span
          style={{
            width: `${cell.target === 0 ? 100 : Math.min(100, (cell.have / cell.target) * 100)}%`,
          }}
        />
      </div>
    </>
  );
}
