import { Badge, Group, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { IconDownload } from "@tabler/icons-react";
import { alikePercent } from "@/lib/dataset/imports/rules";
import { SAFE_SCORE } from "@/lib/dataset/imports/schema";
import { describeRowProblem, PROBLEM_LABELS } from "@/lib/runs/responses/finding-messages";
import type { ImportedRecord } from "@/lib/runs/responses/queries";
import { type PlanCounts } from "@/lib/runs/responses/schema";
import { DownloadButton } from "@/components/ui/links";
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
import { ListTable } from "@/components/ui/list-table";

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
      <ListTable
        label="Rows with problems"
        minWidth={780}
        rows={{
          rows: records,
          total: problem === null ? listed : problems[problem],
          page,
          pageSize,
        }}
        href={(change) => href(problem, change.page)}
        tall
        rowKey={(row) => row.ordinal}
        columns={[
          { title: "Row", as: "line", cell: (row) => <Place row={row} /> },
          {
            title: "Problem",
            cell: (row) => (
              <>
                <Badge color={isLeftOut(row.problem) ? "red" : "gray"} miw="max-content">
                  {PROBLEM_LABELS[row.problem]}
                </Badge>
                <Text fz="xs" c="dimmed" mt={4}>
                  {isLeftOut(row.problem)
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
              </>
            ),
          },
          {
            title: "Question and response",
            as: "text",
            maxWidth: 320,
            cell: (row) => (
              <>
                <Text fz="sm" lineClamp={3}>
                  {row.problem === "unreadable"
                    ? row.detail
                    : row.question === "" && row.releaseId !== ""
                      ? `ID ${row.releaseId}`
                      : row.question}
                </Text>
                {row.response.trim() !== "" &&
                  shown(row.response, `Response of record ${row.record}`)}
              </>
            ),
          },
          {
            title: "Cause and fix",
            as: "text",
            small: true,
            maxWidth: 340,
            cell: (row) => {
              const words = describeRowProblem(row);
              return (
                <>
                  {words.problem}{" "}
                  <Text span c="dimmed" fz="sm">
                    {words.remedy}
                  </Text>
                  {row.candidateScore !== null && (
                    <Text fz="xs" c="dimmed">
                      {alikePercent(row.candidateScore)} similar
                    </Text>
                  )}
                </>
              );
            },
          },
        ]}
      />
    </section>
  );
}

function Place({ row: { record, line } }: { row: ImportedRecord }) {
  return (
    <div className="tabular">
      {formatCount(record)}
      {line !== null && line !== record && (
        <Text fz="xs" c="dimmed">
          line {formatCount(line)}
        </Text>
      )}
    </div>
  );
}

const isLeftOut = (problem: RowProblem) => (LEFT_OUT as readonly RowProblem[]).includes(problem);
