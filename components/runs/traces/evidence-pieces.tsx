import { Badge, Group, Mark, Text } from "@mantine/core";
import { formatDay } from "@/lib/platform/format";
import type { ChosenEvidence, Evidence, EvidenceKind } from "@/lib/runs/connections/evidence";
import classes from "./trace.module.css";

const KINDS: Record<EvidenceKind, string> = {
  organic: "Result",
  related: "Related question",
  qa: "Q&A",
  graph: "Knowledge graph",
  box: "Answer box",
};

/** What a prompt got of a search, in its order, and what was cut off before it. */
export function EvidencePieces({ kept, cut }: ChosenEvidence) {
  return (
    <>
      {kept.length === 0 ? (
        <Text fz="sm" mt={4}>
          No evidence
        </Text>
      ) : (
        <ol className={classes.evidence} aria-label="Evidence in the order of the prompt">
          {kept.map((piece, index) => (
            <Piece key={index} piece={piece} />
          ))}
        </ol>
      )}
      {cut.length > 0 && (
        <details className={classes.more}>
          <summary>Cut off ({cut.length})</summary>
          <ul className={classes.evidence}>
            {cut.map((piece, index) => (
              <Piece key={index} piece={piece} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Piece({ piece }: { piece: Evidence }) {
  const { kind, source, date, dateText, title, snippet, highlight, question, url, rank } = piece;
  const linked = url !== null && /^https?:\/\//i.test(url);
  return (
    <li>
      <Group gap={8} fz="sm">
        <Badge variant="light" color="gray">
          {kind === "organic" ? `${KINDS[kind]} ${rank}` : KINDS[kind]}
        </Badge>
        <span>{date === null ? (dateText ?? "No date") : formatDay(date)}</span>
        {linked ? (
          <a href={url} rel="noreferrer noopener" target="_blank">
            {source ?? url}
          </a>
        ) : (
          source !== null && <span>{source}</span>
        )}
      </Group>
      {question !== null && question !== title && <div>{question}</div>}
      {title !== null && <Text fw={550}>{title}</Text>}
      {snippet !== null && (
        <Text fz="sm" style={{ whiteSpace: "pre-line" }}>
          {snippet}
        </Text>
      )}
      {highlight !== null && (
        <Text fz="sm">
          Highlighted: <Mark>{highlight}</Mark>
        </Text>
      )}
    </li>
  );
}
