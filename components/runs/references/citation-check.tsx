import { Stack, Text } from "@mantine/core";
import { CITATION_CHECK_TITLES } from "@/lib/runs/references/vocabulary";
import {
  CITATION_CHECKS,
  countCitations,
  type CheckedSegment,
  type CitationVariant,
} from "@/lib/runs/references/citation-check";
import { CountsTable } from "./citation-table";
import { STATE_WORDS } from "./words";
import { formatCoefficient } from "@/lib/platform/numbers";
import { ListTable } from "@/components/ui/list-table";

/** Of a segment so many characters are shown in the table. */
const EXCERPT = 160;

/** What the words of a response say about its citations, segment by segment. */
export function CitationCheck({
  text,
  checks,
}: {
  text: string;
  checks: Record<CitationVariant, CheckedSegment[]>;
}) {
  return (
    <>
      <Text fz="sm" mb="xs" maw={860}>
        Counts the words that each piece of the response shares with the references: a hint beside
        people’s ratings, not a verdict. It doesn’t see meaning, so a paraphrase can look
        unsupported and a negation supported. F1 (paper) also counts the reference’s length against
        it: a short sentence seldom reaches 0.57 with a long reference. Precision (repository)
        doesn’t, leaves out stop words and gives cited references a bonus, but can’t score pieces
        with fewer than five other words.
      </Text>
      <Stack gap="md">
        <CountsTable
          counts={{
            paper: countCitations(checks.paper),
            repository: countCitations(checks.repository),
          }}
        />
        <ListTable
          label="Citation check by piece of the response"
          minWidth={720}
          tall
          rows={checks.paper}
          rowKey={({ from }) => from}
          columns={[
            {
              title: "Text before the citations",
              as: "text",
              cell: ({ from, end }) => excerpt(text.slice(from, end)),
            },
            ...CITATION_CHECKS.map((variant) => ({
              title: CITATION_CHECK_TITLES[variant],
              small: true,
              minWidth: 200,
              cell: (segment: CheckedSegment) => (
                <Outcome segment={checks[variant].find(({ from }) => from === segment.from)} />
              ),
            })),
          ]}
        />
      </Stack>
    </>
  );
}

function Outcome({ segment }: { segment: CheckedSegment | undefined }) {
  if (segment === undefined) return "–";
  const { citations, supporting, missing } = segment;
  return (
    <>
      {citations.map(({ place, state, score }) => (
        <div key={place}>
          [{place}] {STATE_WORDS[state]}
          {score !== null && ` (${formatCoefficient(score)})`}
        </div>
      ))}
      {missing && (
        <div>
          <b>Missing:</b> {supporting.map((place) => `[${place}]`).join(" or ")}
        </div>
      )}
      {citations.length === 0 && !missing && "No citation"}
    </>
  );
}

/** In one line, its beginning and end where it is long. */
function excerpt(text: string): string {
  // What ends the sentence before stands behind its marks.
  const line = text
    .replace(/^[\s.,;:!?]+/, "")
    .replace(/\s+/g, " ")
    .trim();
  if (line === "") return "(no text)";
  return line.length <= EXCERPT
    ? line
    : `${line.slice(0, EXCERPT / 2)} … ${line.slice(-EXCERPT / 2)}`.toWellFormed();
}
