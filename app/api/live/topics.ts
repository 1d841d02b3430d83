import { liveHub, type Watch } from "@/lib/platform/live/hub";
import { DOINGS, topicPattern } from "@/lib/platform/live/messages";
import type { TopicState } from "@/lib/platform/live/stream";
import { NotFound } from "@/lib/platform/errors";
import { MAX_INT } from "@/lib/platform/plain-fields";
import { may } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { getNames } from "@/lib/people/accounts/queries";
import { getUnread } from "@/lib/people/notifications/queries";
import { getLastComment, hasYetToRate } from "@/lib/dataset/comments/queries";
import { importProgress } from "@/lib/dataset/imports/queries";
import { getQuestionState, listLatestRevisions } from "@/lib/dataset/questions/queries";
import { getCases } from "@/lib/rating/adjudication/queries";
import { getJob } from "@/lib/runs/jobs/queries";
import { responseImportProgress } from "@/lib/runs/responses/queries";

/** A kind of topic that a browser can watch. */
interface TopicKind {
  /** Whether the actor may hear of it, and of who else is there. */
  mayWatch: (actor: Actor, id: number) => boolean | Promise<boolean>;
  /** What there is to know of it now. */
  facts?: (actor: Actor, id: number) => Promise<unknown>;
  /** Milliseconds: its facts change all the time while something runs, and are read so often rather than announced. */
  every?: number;
  /** False: no one is seen there. */
  presence?: false;
  /** There is but one of it, without an id. */
  only?: true;
}

/**
 * What can be watched. Raters hear of nothing that others do, so that none of them learns who rates with them, or what
 * is said: a test holds each kind against them.
 */
const KINDS: Record<string, TopicKind> = {
  /** A question's page, its panel and its form. */
  question: {
    mayWatch: async (actor, id) =>
      may(actor, "questions.discuss") && !(await hasYetToRate(actor, id)),
    facts: async (actor, id) => ({
      ...(await getQuestionState(actor, id)),
      comment: await getLastComment(actor, id),
    }),
  },
  /** The dataset: what was revised last. */
  questions: {
    mayWatch: (actor) => may(actor, "questions.read"),
    facts: (actor) => listLatestRevisions(actor),
    presence: false,
    only: true,
  },
  /** An import: how far it is, and its plan. */
  import: {
    mayWatch: (actor) => may(actor, "imports.manage"),
    facts: importProgress,
    every: 500,
  },
  /** Several files that are imported in turn. */
  "import-queue": { mayWatch: (actor) => may(actor, "imports.manage") },
  /** A submission, for those who review. */
  submission: { mayWatch: (actor) => may(actor, "submissions.review") },
  /** A file of responses that is being read. */
  "response-import": {
    mayWatch: (actor) => may(actor, "runs.read"),
    facts: responseImportProgress,
    every: 500,
    presence: false,
  },
  /** How far a job is. */
  job: {
    mayWatch: (actor) => may(actor, "runs.read"),
    facts: getJob,
    every: 1_000,
    presence: false,
  },
  /** The release that is about to be published. */
  "release-plan": { mayWatch: (actor) => may(actor, "releases.publish"), only: true },
  /** An item that raters disagree on, for those who may adjudicate it. */
  case: {
    mayWatch: async (actor, id) =>
      may(actor, "ratings.adjudicate") && (await getCases(actor, [id])).length > 0,
  },
  /** One's own notifications. */
  user: {
    mayWatch: (actor, id) => id === actor.userId && may(actor, "account.manage"),
    facts: (actor) => getUnread(actor),
    presence: false,
  },
};

const split = (topic: string) => {
  const [kind = "", id = "0"] = topic.split(":");
  return { kind: Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined, id: Number(id) };
};

/**
 * Reads what a browser wants to watch, `question:17` or `question:17~editing`; what is no topic is left out, and so is what
 * the actor may not watch.
 */
export async function readWatches(actor: Actor, wanted: readonly string[]): Promise<Watch[]> {
  const watches = await Promise.all(
    wanted.map(async (text): Promise<Watch[]> => {
      const [topic = "", word] = text.split("~");
      if (!topicPattern.test(topic)) return [];
      const { kind, id } = split(topic);
      if (kind === undefined || !Number.isInteger(id) || id > MAX_INT) return [];
      if ((id === 0) !== (kind.only ?? false)) return [];
      if (!(await kind.mayWatch(actor, id))) return [];
      const doing = DOINGS.find((one) => one === word) ?? null;
      return [{ topic, doing: kind.presence === false ? null : doing }];
    }),
  );
  return watches.flat();
}

/** How often topics are looked at, those that are. */
export function readEvery(topic: string): number | null {
  return split(topic).kind?.every ?? null;
}

function nothingThere(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}

/** The state of topics that the actor may watch. */
export async function readStates(actor: Actor, topics: readonly string[]): Promise<TopicState[]> {
  const there = topics.map((topic) =>
    [...liveHub().peopleAt(topic)].filter(([userId]) => userId !== actor.userId),
  );
  const ids = [...new Set(there.flat().map(([userId]) => userId))];
  const names = ids.length === 0 ? new Map<number, string>() : await getNames(actor, ids);
  return Promise.all(
    topics.map(async (topic, at) => {
      const { kind, id } = split(topic);
      return {
        topic,
        people: there[at]!.map(([userId, doing]) => ({
          id: userId,
          name: names.get(userId) ?? "Someone",
          doing,
        })).sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id),
        facts: (await kind?.facts?.(actor, id).catch(nothingThere)) ?? null,
      };
    }),
  );
}
