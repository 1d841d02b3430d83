import { now } from "@/lib/platform/clock";
import { countOf } from "@/lib/platform/format";
import { pageGuard } from "@/lib/runs/connections/access";
import type { Step, Taken } from "@/lib/runs/connections/procedure";
import { PageError, readPage } from "@/lib/runs/connections/reading-pages";
import {
  readingOf,
  type PageOutcome,
  type PageToRead,
  type ReadPage,
} from "@/lib/runs/connections/retrieved";
import { ServiceError } from "@/lib/runs/connections/troubles";
import { storedPage, storePage } from "@/lib/runs/connections/writes";
import type { Signals } from "./turns";
import { storeRetrieval, type Claimed, type LoadedItem } from "./writes";

/*
 * The steps that read pages of the web and choose among their paragraphs. They cost nothing, and ask no connection.
 */

/** So many pages of an item are read at once; each is of another site, mostly. */
const AT_ONCE = 5;
/** So many of the pages that failed are named. */
const NAMED = 3;

type StepOf<K> = Extract<Step<unknown>, { kind: K }>;

/** A page with what it says, or why it could not be read. */
interface Tried {
  outcome: PageOutcome;
  page: ReadPage | null;
  /** It may be read in another attempt. */
  passing: boolean;
}

/**
 * Reads the pages of a step; those that cannot be read are left out.
 * @throws ServiceError where none can be read
 */
export async function readStep(
  { itemId }: Claimed,
  item: LoadedItem,
  { pages, timeoutMs }: StepOf<"read">,
  at: number,
  signals: Signals,
): Promise<Taken> {
  const startedAt = now();
  const begun = performance.now();
  const tried: Tried[] = [];
  const waiting = [...pages.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      signals.halt.throwIfAborted();
      tried[next[0]] = await tryPage(next[1], item.searchDay!, timeoutMs, signals.cut);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const read = tried.flatMap(({ page }) => page ?? []);
  if (read.length === 0) throw noPages(tried);
  await storeRetrieval(itemId, at, {
    kind: "pages",
    outcome: readingOf(tried.map(({ outcome }) => outcome)),
    startedAt,
    durationMs: Math.round(performance.now() - begun),
  });
  return { kind: "read", pages: read };
}

/** A page as it is stored under the day, or as it is now, and then stored. */
async function tryPage(
  page: PageToRead,
  day: string,
  timeoutMs: number,
  cut: AbortSignal,
): Promise<Tried> {
  const begun = performance.now();
  const before = await storedPage(day, page.url);
  const ofStored = (row: NonNullable<typeof before>, stored: boolean): Tried => {
    const { pageId, finalUrl, title, paragraphs, bytes, durationMs, extractMs } = row;
    return {
      page: { ...page, title: page.title ?? title, finalUrl, paragraphs },
      outcome: {
        ...page,
        pageId,
        stored,
        bytes,
        paragraphs: paragraphs.length,
        durationMs,
        extractMs,
      },
      passing: false,
    };
  };
  if (before !== null) return ofStored(before, true);
  const fetchedAt = now();
  try {
    const made = await readPage(page.url, timeoutMs, pageGuard(), cut);
    return ofStored(await storePage({ ...made, url: page.url, day, fetchedAt }), false);
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    const durationMs = Math.round(performance.now() - begun);
    return {
      page: null,
      outcome: { ...page, because: error.message, durationMs },
      passing: error.passing,
    };
  }
}

/** Tried again where another attempt may bring a page. */
function noPages(tried: readonly Tried[]): ServiceError {
  const reasons = tried.flatMap(({ outcome }) => ("because" in outcome ? [outcome.because] : []));
  const more = reasons.length - NAMED;
  const words =
    reasons.length === 0
      ? "The search found no pages to read."
      : `None of ${countOf(reasons.length, "page")} could be read: ${reasons.slice(0, NAMED).join(" ")}${more > 0 ? ` And ${more} more.` : ""}`;
  return new ServiceError(
    tried.some(({ passing }) => passing) ? "unanswered" : "request-refused",
    words,
    { status: null, retryAfterMs: null, sent: null, received: null },
  );
}

/** Chooses paragraphs, and stores the choice. */
export async function selectStep(
  { itemId }: Claimed,
  { select }: StepOf<"select">,
  at: number,
): Promise<Taken> {
  const startedAt = now();
  const begun = performance.now();
  const selection = select();
  await storeRetrieval(itemId, at, {
    kind: "paragraphs",
    outcome: selection,
    startedAt,
    durationMs: Math.round(performance.now() - begun),
  });
  return { kind: "selected", selection };
}
