import { Badge, Group, Text } from "@mantine/core";
import { LocalTime } from "@/components/ui/local-time";
import { countOf, formatBytes, formatCount } from "@/lib/platform/format";
import type { PageOutcome, ScoredParagraph } from "@/lib/runs/connections/retrieved";
import type { ReadingTrace, SelectionTrace } from "@/lib/runs/generation/trace";
import { Head, milliseconds, seconds } from "./step-head";
import classes from "./trace.module.css";
import { formatCoefficient, formatDecimal } from "@/lib/platform/numbers";

/** The pages that a step read, and those that could not be read. */
export function PagesRead({ reading }: { reading: ReadingTrace }) {
  const { pages, read, failed, bytes, paragraphs, extractMs } = reading.outcome;
  return (
    <>
      <Head
        title={`Step ${reading.step + 1}: pages`}
        badges={
          failed > 0 && (
            <Badge color="yellow" variant="light">
              {formatCount(failed)} not read
            </Badge>
          )
        }
        facts={[
          <LocalTime key="time" iso={reading.startedAt} />,
          seconds(reading.durationMs),
          `${countOf(read, "page")} read`,
          formatBytes(bytes),
          `${countOf(paragraphs, "paragraph")} found in ${milliseconds(extractMs)}`,
        ]}
      />
      <ol className={classes.evidence} aria-label="Pages in the order of the search">
        {pages.map((page) => (
          <Page key={page.rank} page={page} />
        ))}
      </ol>
    </>
  );
}

function Page({ page }: { page: PageOutcome }) {
  return (
    <li>
      <Group gap={8} fz="sm">
        <Badge variant="light" color="gray">
          Result {page.rank}
        </Badge>
        <Address url={page.url} />
      </Group>
      {"because" in page ? (
        <Text fz="sm">Not read: {page.because}</Text>
      ) : (
        <Text fz="sm" c="dimmed" className="tabular">
          {countOf(page.paragraphs, "paragraph")} · {formatBytes(page.bytes)} ·{" "}
          {milliseconds(page.durationMs)}
          {page.stored && " · read before under the same day"}
        </Text>
      )}
    </li>
  );
}

/** The paragraphs that a step chose, with what they score. */
export function ParagraphsChosen({ selection }: { selection: SelectionTrace }) {
  const { considered, matching, compared, kept } = selection.outcome;
  return (
    <>
      <Head
        title={`Step ${selection.step + 1}: paragraphs`}
        facts={[
          milliseconds(selection.durationMs),
          `${formatCount(considered)} considered`,
          `${formatCount(matching)} with a word of the question`,
          compared > 0 && `${formatCount(compared)} compared by embeddings`,
          `${formatCount(kept.length)} kept`,
        ]}
      />
      <ol className={classes.evidence} aria-label="Paragraphs in the order of the prompt">
        {kept.map((one, at) => (
          <Paragraph key={at} paragraph={one} />
        ))}
      </ol>
    </>
  );
}

function Paragraph({ paragraph }: { paragraph: ScoredParagraph }) {
  const { rank, title, url, text, lexical, dense, score } = paragraph;
  return (
    <li>
      <Group gap={8} fz="sm">
        <Badge variant="light" color="gray">
          Result {rank}
        </Badge>
        <span className="tabular">BM25 {formatCoefficient(lexical)}</span>
        {dense !== null && (
          <span className="tabular">
            Cosine {formatCoefficient(dense)} · joined {formatDecimal(score, 4)}
          </span>
        )}
        <Address url={url} />
      </Group>
      {title !== null && <Text fw={550}>{title}</Text>}
      <Text fz="sm">{text}</Text>
    </li>
  );
}

function Address({ url }: { url: string }) {
  if (!/^https?:\/\//i.test(url)) return <span>{url}</span>;
  return (
    <a href={url} rel="noreferrer noopener" target="_blank">
      {new URL(url).host}
    </a>
  );
}
