import { addDays } from "@/lib/dataset/schedule/rules";
import { EVIDENCE_KINDS, type Evidence, type EvidenceKind } from "@/lib/runs/connections/evidence";
import type { Message } from "@/lib/runs/connections/models";
import type { Taken } from "@/lib/runs/connections/procedure";
import { demonstrationSearches, responseProcedure, type ResponseTask } from "./procedures";

/*
 * What a method asks first, without asking anyone: searches give evidence that says what it stands for.
 */

/** The first prompt of a method for one question. */
export interface PromptPreview {
  /** What is searched before the first prompt, the searches of demonstrations first. */
  searches: string[];
  /** Null: the method asks no model. */
  messages: readonly Message[] | null;
}

export function previewPrompt(task: Omit<ResponseTask, "demonstrationEvidence">): PromptPreview {
  const { definition, demonstrations, today } = task;
  const standIns = standInEvidence(today);
  const before = demonstrationSearches(definition, demonstrations);
  const procedure = responseProcedure({
    ...task,
    demonstrationEvidence: before.map(() => standIns),
  });
  const searches = before.map(({ query }) => query);
  const taken: Taken[] = [];
  for (;;) {
    const step = procedure(taken);
    if (step.kind === "ask") return { searches, messages: step.messages };
    if (step.kind === "end") return { searches, messages: null };
    if (step.kind === "search") searches.push(step.query);
    taken.push(standInFor(step, standIns));
  }
}

type Step = Exclude<ReturnType<ReturnType<typeof responseProcedure>>, { kind: "ask" | "end" }>;

/** What a step before the first prompt brings where nobody is asked. */
function standInFor(step: Step, evidence: readonly Evidence[]): Taken {
  switch (step.kind) {
    case "search":
      return { kind: "searched", chosen: step.choose(evidence) };
    case "read":
      return {
        kind: "read",
        pages: step.pages.map((page) => ({
          ...page,
          finalUrl: page.url,
          paragraphs: [`[Paragraph of result ${page.rank}]`],
        })),
      };
    case "compare":
      return { kind: "compared", similarities: step.texts.map(() => 0) };
    case "select":
      return { kind: "selected", selection: step.select() };
  }
}

const STAND_INS: Record<EvidenceKind, { count: number; called: string }> = {
  organic: { count: 20, called: "result" },
  related: { count: 3, called: "related question" },
  qa: { count: 3, called: "Q&A" },
  graph: { count: 1, called: "knowledge graph" },
  box: { count: 1, called: "answer box" },
};

/** Evidence of every kind; every third result has no date, and boxes have none, as searches mostly give them. */
function standInEvidence(today: string): Evidence[] {
  return EVIDENCE_KINDS.flatMap((kind) => {
    const { count, called } = STAND_INS[kind];
    return Array.from({ length: count }, (_, index): Evidence => {
      const rank = index + 1;
      const name = count === 1 ? called : `${called} ${rank}`;
      const dated = kind === "organic" && rank % 3 !== 0;
      return {
        kind,
        source: "example.org",
        date: dated ? addDays(today, -rank) : null,
        dateText: null,
        title: `[Title of ${name}]`,
        snippet: `[Snippet of ${name}]`,
        highlight: `[Highlighted words of ${name}]`,
        question: null,
        url: kind === "organic" ? `https://example.org/${rank}` : null,
        rank,
      };
    });
  });
}
