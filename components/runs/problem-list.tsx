import {
  Badge,
  Group,
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
  Title,
} from "@mantine/core";
import type { ReactNode } from "react";
import { IconDownload } from "@tabler/icons-react";
import { alikePercent } from "@/lib/dataset/imports/rules";
import { SAFE_SCORE } from "@/lib/dataset/imports/schema";
import { describeRowProblem, PROBLEM_LABELS } from "@/lib/runs/responses/finding-messages";
import type { ImportedRecord } from "@/lib/runs/responses/queries";
import { type PlanCounts } from "@/lib/runs/responses/schema";
import { DownloadButton } from "@/components/ui/links";
import { PageTurner } from "@/components/ui/page-turner";
import { TableScroll } from "@/components/ui/table-scroll";
import { SimilarDecision } from "./similar-decision";
import { PageTabs } from "@/components/ui/page-tabs";
import { countOf, formatCount } from "@/lib/platform/format";
import { responseImportPage } from "@/lib/runs/responses/address";
import {
  LEFT_OUT,
  SAID_ONCE,
  ROW_PROBLEMS,
  type RowProblem,
} from "@/lib/runs/responses/vocabulary";

interface ProblemListProps {
  runId: number;
  importId: number;
  problems: PlanCounts["problems"];
  /** Which problem is listed; without one, all. */
  problem: RowProblem | null;
  records: ImportedRecord[];
  /** Shows a response as raters see it; called on the server. */
  shown: (text: string, name: string) => ReactNode;
  page: number;
  pageSize: number;
  /** Similar questions can still be accepted; how many may be accepted together. */
  open: boolean;
  similarSafe: number;
}

/** Records that are skipped or worth a look, each with its place, its reason and what to do. */
export function ProblemList({
  runId,
  importId,
  problems,
  problem,
  records,
  shown,
  page,
  pageSize,
  open,
  similarSafe,
}: ProblemListProps) {
  // One thing to know of the whole file, as its ids are those of another release: said once, and listed under its own tab.
  const ids = problems["other-id"];
  const total = ROW_PROBLEMS.reduce((sum, key) => sum + problems[key], 0);
  const listed = total - SAID_ONCE.reduce((sum, key) => sum + problems[key], 0);
  const href = (key: RowProblem | null, target = 1) =>
    responseImportPage.href({ id: runId, importId, problem: key, page: target });
  if (total === 0) return <Text fz="sm">All rows matched. No problems.</Text>;
  return (
    <section aria-labelledby="problems">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="problems">
          Skipped rows and warnings
        </Title>
        <DownloadButton
          href={`/api/runs/imports/${importId}/problems`}
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download all (CSV)
        </DownloadButton>
      </Group>
      <PageTabs
        label="Problem types"
        tabs={[
          {
            href: href(null),
            words: "All",
            count: formatCount(listed),
            current: problem === null,
          },
          ...ROW_PROBLEMS.filter((key) => problems[key] > 0).map((key) => ({
            href: href(key),
            words: PROBLEM_LABELS[key],
            count: formatCount(problems[key]),
            current: problem === key,
          })),
        ]}
      />
      {open && similarSafe > 0 && (problem === null || problem === "similar") && (
        <SimilarDecision
          importId={importId}
          ordinal={null}
          accept
          label={`Accept ${formatCount(similarSafe)} similar ${similarSafe === 1 ? "question" : "questions"} (${alikePercent(SAFE_SCORE)} or more similar)`}
        />
      )}
      {problem === null && problems["not-chosen"] > 0 && (
        <Text fz="sm" my="xs">
          {countOf(problems["not-chosen"], "sample")} of other epochs, filters or models than the
          selected ones {problems["not-chosen"] === 1 ? "is" : "are"} not listed here.
        </Text>
      )}
      {problem === null && ids > 0 && (
        <Text fz="sm" my="xs">
          {formatCount(ids)} {ids === 1 ? "row has" : "rows have"} the release ID of another
          question, as in a file made for another release. {ids === 1 ? "It is" : "They are"}{" "}
          matched by text; no action needed.
        </Text>
      )}
      <TableScroll label="Rows with problems">
        <Table miw={780}>
          <TableThead>
            <TableTr>
              <TableTh scope="col">Row</TableTh>
              <TableTh scope="col">Problem</TableTh>
              <TableTh scope="col">Question and response</TableTh>
              <TableTh scope="col">Cause and fix</TableTh>
            </TableTr>
          </TableThead>
          <TableTbody>
            {records.map((row) => {
              const words = describeRowProblem(row);
              const leftOut = (LEFT_OUT as readonly string[]).includes(row.problem);
              return (
                <TableTr key={row.ordinal}>
                  <TableTd
                    className="tabular"
                    style={{ whiteSpace: "nowrap", verticalAlign: "top" }}
                  >
                    {formatCount(row.record)}
                    {row.line !== null && row.line !== row.record && (
                      <Text fz="xs" c="dimmed">
                        line {formatCount(row.line)}
                      </Text>
                    )}
                  </TableTd>
                  <TableTd style={{ verticalAlign: "top" }}>
                    <Badge color={leftOut ? "red" : "gray"} miw="max-content">
                      {PROBLEM_LABELS[row.problem]}
                    </Badge>
                    <Text fz="xs" c="dimmed" mt={4}>
                      {leftOut
                        ? "skipped"
                        : row.problem === "bad-verdict"
                          ? "no verdict imported"
                          : "imported"}
                    </Text>
                    {/* Beside the badge, where it is in sight on a phone too. */}
                    {open && row.candidateId !== null && (
                      <SimilarDecision
                        importId={importId}
                        ordinal={row.ordinal}
                        accept={!row.accepted}
                        label={row.accepted ? "Undo" : "Accept"}
                      />
                    )}
                  </TableTd>
                  <TableTd maw={320} style={{ overflowWrap: "anywhere", verticalAlign: "top" }}>
                    <Text fz="sm" lineClamp={3}>
                      {row.problem === "unreadable"
                        ? row.detail
                        : row.question === "" && row.releaseId !== ""
                          ? `ID ${row.releaseId}`
                          : row.question}
                    </Text>
                    {row.response.trim() !== "" &&
                      shown(row.response, `Response of record ${row.record}`)}
                  </TableTd>
                  <TableTd
                    maw={340}
                    fz="sm"
                    style={{ overflowWrap: "anywhere", verticalAlign: "top" }}
                  >
                    {words.problem}{" "}
                    <Text span c="dimmed" fz="sm">
                      {words.remedy}
                    </Text>
                    {row.candidateScore !== null && (
                      <Text fz="xs" c="dimmed">
                        {alikePercent(row.candidateScore)} similar
                      </Text>
                    )}
                  </TableTd>
                </TableTr>
              );
            })}
          </TableTbody>
        </Table>
      </TableScroll>
      <PageTurner
        page={page}
        pageSize={pageSize}
        total={problem === null ? listed : problems[problem]}
        label="Pages of rows"
        href={(target) => href(problem, target)}
      />
    </section>
  );
}
