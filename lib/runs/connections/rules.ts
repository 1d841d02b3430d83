import type { EvidenceKind } from "./evidence";
import type { ModelCapabilities, ModelTrouble, SearchService, Service } from "./vocabulary";

/*
 * What is proposed for a model by its API and name. A proposal: people change it, and the test of a connection shows
 * whether the service takes it.
 */

/** Models of OpenAI that think first: they refuse a temperature and `max_tokens`, and take a reasoning effort. */
const REASONING = /(^|\/)(o[1-9](-|$)|gpt-[5-9](?!.*chat))/i;
/** Models that know no instructions beside the conversation. */
const WITHOUT_SYSTEM = /(^|\/)gemma/i;

/** The capability profile that fits most models of this name. */
export function suggestedProfile(service: Service, apiName: string): ModelCapabilities {
  const name = apiName.trim();
  const usual: ModelCapabilities = {
    temperature: true,
    seed: false,
    tokenParameter: "max_tokens",
    reasoningEffort: null,
    systemRole: "system",
  };
  switch (service) {
    case "openai-chat":
      if (REASONING.test(name))
        return {
          temperature: false,
          seed: false,
          tokenParameter: "max_completion_tokens",
          reasoningEffort: "low",
          systemRole: "developer",
        };
      if (WITHOUT_SYSTEM.test(name)) return { ...usual, seed: true, systemRole: "user" };
      return { ...usual, seed: true };
    case "openai-responses":
      return REASONING.test(name)
        ? { ...usual, temperature: false, reasoningEffort: "low", systemRole: "developer" }
        : usual;
    case "gemini":
      return { ...usual, seed: true, systemRole: WITHOUT_SYSTEM.test(name) ? "user" : "system" };
    default:
      return usual;
  }
}

/** Whether models of a service can be asked for embeddings: those of OpenAI-compatible servers. */
export function hasEmbeddings(service: Service): boolean {
  return service === "openai-chat";
}

/** Kinds of evidence as people call them. */
export const EVIDENCE_KIND_NAMES: Record<EvidenceKind, string> = {
  organic: "Results",
  related: "Related questions",
  qa: "Questions and answers",
  graph: "Knowledge graph",
  box: "Answer box",
};

/** Why a call brought no answer, as the title of its message. */
export const TROUBLE_NAMES: Record<ModelTrouble, string> = {
  "rate-limited": "Rate limit reached",
  unavailable: "Service unavailable",
  unanswered: "No answer",
  "broken-answer": "Unreadable answer",
  "key-refused": "Key refused or unavailable",
  "quota-exhausted": "Quota exhausted",
  "request-refused": "Request refused",
  "not-allowed": "Host not allowed",
};

/** What a model accepts, of its row. */
export function capabilitiesOf(
  row: Pick<ModelCapabilities, "temperature" | "seed"> & {
    tokenParameter: string;
    reasoningEffort: string | null;
    systemRole: string;
  },
): ModelCapabilities {
  const { temperature, seed, tokenParameter, reasoningEffort, systemRole } = row;
  return { temperature, seed, tokenParameter, reasoningEffort, systemRole } as ModelCapabilities;
}

interface Archivable {
  archivedAt: Date | null;
}

/** As a condition of served models: neither they nor their connections are archived. */
export const NOT_ARCHIVED = { archivedAt: null, connection: { archivedAt: null } } as const;

/** Whether a served model or its connection is archived: no new job or evaluator may ask it. */
export function isArchived(model: Archivable & { connection: Archivable }): boolean {
  return (model.archivedAt ?? model.connection.archivedAt) !== null;
}

/** The kinds of evidence that a service can give. A run that lacks one that its method wants is named so. */
export const KINDS_OF_SERVICE: Record<SearchService, readonly EvidenceKind[]> = {
  serpapi: ["organic", "related", "qa", "graph", "box"],
  serper: ["organic", "related", "graph", "box"],
  searxng: ["organic", "graph"],
  brave: ["organic", "qa", "graph"],
};

/** What Brave's terms make of results that are kept, for the page of a connection. */
export const BRAVE_STORING =
  "FreshQA Workbench stores raw search results so that models are compared on the same evidence. Brave allows storing results only on plans with storage rights; check yours before you use this connection.";

/**
 * Whether a call that failed like this may have been charged all the same: what came made no sense, or nothing came
 * although it was sent.
 */
export function mayBeCharged(trouble: ModelTrouble): boolean {
  return trouble === "broken-answer" || trouble === "unanswered";
}

/** Lines of "name=value" as parameters by name, or null where a line is none. */
export function readQuery(text: string): Record<string, string> | null {
  const pairs = text
    .split("\n")
    .map((one) => one.trim())
    .filter((one) => one !== "")
    .map((one) => /^([^=\s]+)\s*=\s*(.*)$/.exec(one));
  return pairs.includes(null)
    ? null
    : Object.fromEntries(pairs.map((pair) => [pair![1]!, pair![2]!]));
}

export function writeQuery(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");
}
