"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { RowSource } from "@/components/data-table/row-source";
import type { Latest } from "@/components/live/latest-revisions";
import { useQuestionChanges } from "@/components/live/use-live";
import { isScrolled, writeGrid, type GridState } from "@/lib/dataset/questions/grid";
import type { ChangedQuestion, GridRow } from "@/lib/dataset/questions/queries";
import { changedColumns, changesInWords, type ListNews } from "./live-changes";
import type { ViewIds } from "./row-windows";
import { withQuery } from "@/lib/platform/address";

/** What someone else changed is marked for so long. */
const FRESH_MS = 4_000;
const RETRY_MS = 3_000;

interface LiveRowsOptions {
  userId: number;
  state: GridState;
  source: RowSource<GridRow>;
  /** The latest revisions from before the page's rows were read. */
  latest: readonly Latest[];
  /** The rows that the page was rendered with: a new list has all that was news before. */
  first: readonly GridRow[];
  /** Whether this window wrote a revision: it has read the question again by itself, or will. */
  wrote: (questionId: number, revisionId: number) => boolean;
  /** Told of what changed, by whomever; null: it cannot be named. */
  onChanged: (questionIds: readonly number[] | null) => void;
  /** Reads the list again, at a numbered page. */
  reload: (page: number) => void;
  /** Puts the cursor on a question that the list has. */
  goTo: (questionId: number) => void;
}

/** What others do to the questions of a list: rows are read again and marked; what came or went waits for a word. */
export function useLiveRows(options: LiveRowsOptions): {
  fresh: ReadonlyMap<number, ReadonlySet<string>>;
  news: ListNews;
  /** For screen readers. */
  said: string;
  /** Reads the list again, and goes to the first question that is new. */
  show: () => Promise<void>;
} {
  const now = useRef(options);
  useEffect(() => {
    now.current = options;
  });
  const [fresh, setFresh] = useState<ReadonlyMap<number, ReadonlySet<string>>>(new Map());
  const [said, setSaid] = useState("");
  const { first, source } = options;
  const [news, setNews] = useState({
    of: first,
    added: [] as number[],
    gone: [] as number[],
    more: false,
  });
  if (news.of !== first) setNews({ of: first, added: [], gone: [], more: false });

  const again = useRef<typeof take>(async () => {});
  const take = useCallback(async (all: readonly Latest[], more: boolean) => {
    const { source: rows, state, userId, wrote, onChanged, first: page } = now.current;
    const revised = all.filter(([id, question, , by]) => by !== userId || !wrote(question, id));
    if (revised.length === 0 && !more) return;
    // Not missed because the connection was lost in this moment.
    const later = () => {
      setTimeout(() => {
        if (now.current.source.list === rows.list) void again.current(revised, more);
      }, RETRY_MS);
    };
    const others = revised.filter(([, , , author]) => author !== userId);
    if (more) {
      onChanged(null);
      if (!(await rows.refresh(null))) return later();
      if (others.length === 0) return;
      setNews((last) => (last.of === page ? { ...last, more: true } : last));
      setSaid("Many questions changed.");
      return;
    }
    const ids = revised.map(([, question]) => question);
    onChanged(ids);
    const rowOf = (id: number) => rows.rowAt(rows.indexOf(id));
    const before = new Map(others.map(([, id]) => [id, rowOf(id)]));
    const [changes, read] = await Promise.all([
      others.length === 0 ? [] : askChanges([...before.keys()], state),
      rows.refresh(ids),
    ]);
    if (changes === null || !read) return later();
    const marks = new Map<number, ReadonlySet<string>>();
    for (const [id, row] of before) {
      const after = rowOf(id);
      if (row === undefined || after === undefined || row === after) continue;
      const columns = changedColumns(row, after, state.columns);
      if (columns.size > 0) marks.set(id, columns);
    }
    const shown = (id: number) => rows.indexOf(id) >= 0;
    const created = new Set(revised.filter(([, , number]) => number === 1).map(([, id]) => id));
    // A numbered page does not know what the others hold: there, only what was created is new for sure, and all where
    // nothing is shown.
    const added = changes.filter(
      ({ id, matches }) =>
        matches && !shown(id) && (isScrolled(state) || page.length === 0 || created.has(id)),
    );
    const gone = changes.filter(({ id, matches }) => !matches && shown(id));
    if (added.length + gone.length > 0)
      setNews((last) =>
        last.of === page
          ? {
              ...last,
              added: [...new Set([...last.added, ...added.map(({ id }) => id)])],
              gone: [...new Set([...last.gone, ...gone.map(({ id }) => id)])],
            }
          : last,
      );
    if (marks.size === 0) return;
    setSaid(changesInWords(changes.filter(({ id }) => marks.has(id))));
    setFresh((last) => new Map([...last, ...marks]));
    setTimeout(() => {
      setFresh((last) => new Map([...last].filter(([id, columns]) => marks.get(id) !== columns)));
    }, FRESH_MS);
  }, []);
  useEffect(() => {
    again.current = take;
  }, [take]);
  useQuestionChanges(
    useCallback((revised, more) => void take(revised, more), [take]),
    options.latest,
  );

  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current === null || source.indexOf(wanted.current) < 0) return;
    now.current.goTo(wanted.current);
    wanted.current = null;
  }, [source]);

  const show = async () => {
    const { state, reload } = options;
    const id = news.added.find((one) => source.indexOf(one) < 0) ?? null;
    wanted.current = id;
    const place = id === null || isScrolled(state) ? -1 : await placeOf(id, state);
    reload(place < 0 ? state.page : Math.floor(place / state.size) + 1);
  };

  return {
    fresh,
    said,
    news: {
      added: news.added.filter((id) => source.indexOf(id) < 0).length,
      gone: news.gone.filter((id) => source.indexOf(id) >= 0).length,
      moved: source.moved,
      more: news.more,
    },
    show,
  };
}

/** @returns null where it could not be asked */
async function askChanges(
  ids: readonly number[],
  state: GridState,
): Promise<ChangedQuestion[] | null> {
  const view = writeGrid({ ...state, page: 1, sort: null, columns: [] });
  const answer = await fetch(
    withQuery("/api/questions/changes", `ids=${ids.join(",")}&${view}`),
  ).catch(() => null);
  return answer?.ok ? ((await answer.json()) as ChangedQuestion[]) : null;
}

/** Where a question stands in the whole view, counted from 0; -1 where it does not, or cannot be asked. */
async function placeOf(id: number, state: GridState): Promise<number> {
  const answer = await fetch(
    withQuery("/api/questions/ids", writeGrid({ ...state, page: 1, columns: [] })),
  ).catch(() => null);
  return answer?.ok ? ((await answer.json()) as ViewIds).ids.indexOf(id) : -1;
}
