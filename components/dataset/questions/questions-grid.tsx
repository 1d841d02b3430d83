"use client";

import { notifications } from "@/components/ui/notifications";
import { IconListSearch, IconTag } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import {
  useCallback,
  useEffect,
  useMemo,
  useOptimistic,
  useRef,
  useState,
  useTransition,
} from "react";
import { SheetStatus } from "@/components/dataset/sheet/sheet-status";
import { useQuestionSheet } from "@/components/dataset/sheet/use-question-sheet";
import { DataTable } from "@/components/data-table/data-table";
import type { Latest } from "@/components/live/latest-revisions";
import { Pager } from "@/components/data-table/pager";
import { hasFields } from "@/components/ui/has-fields";
import { Link } from "@/components/ui/link";
import { useArrived } from "@/components/ui/use-arrived";
import { useCommand } from "@/components/ui/use-command";
import { usePlace } from "@/components/ui/use-place";
import { part, WhenWanted } from "@/components/ui/when-wanted";
import { changeMatchingQuestions, changeQuestions } from "@/lib/dataset/questions/actions";
import {
  clearFilters,
  DEFAULT_COLUMNS,
  gridHref,
  isFiltered,
  isScrolled,
  PAGE_SIZES,
  parseGrid,
  type GridColumn,
  type GridState,
} from "@/lib/dataset/questions/grid";
import type { FoundInRelease, GridView, SavedViewRow } from "@/lib/dataset/questions/queries";
import type { BulkChange } from "@/lib/dataset/questions/schema";
import type { GridLayout } from "@/lib/dataset/sheet/vocabulary";
import { ColumnMenu } from "./column-menu";
import { activeFilters } from "./filter-labels";
import { GridBulkBar } from "./grid-bulk-bar";
import { GridChips } from "./grid-chips";
import { gridColumns } from "./grid-columns";
import { NothingHere } from "./grid-empty";
import { GridToolbar } from "./grid-toolbar";
import { LiveNews } from "./live-news";
import classes from "./questions-grid.module.css";
import { CHOSEN_RELEASE_HREF, rememberSelection } from "./release-selection";
import { notifyChange } from "./undo-notification";
import { ViewTabs } from "./view-tabs";
import { useBeside } from "./use-beside";
import { useGridChoices } from "./use-grid-choices";
import { useGridLayout } from "./use-grid-layout";
import { GRID_SHORTCUTS, useGridKeys } from "./use-grid-keys";
import { useFacets } from "./use-facets";
import { useLiveRows } from "./use-live-rows";
import { useRows } from "./use-rows";
import { useGridSelection } from "./use-grid-selection";
import { withQuery } from "@/lib/platform/address";

const PasteDialog = part(async () => ({
  default: (await import("@/components/dataset/sheet/paste-dialog")).PasteDialog,
}));
const ShortcutHelp = part(async () => ({
  default: (await import("@/components/ui/shortcut-help")).ShortcutHelp,
}));
const ChangeDialog = part(async () => ({
  default: (await import("./change-dialog")).ChangeDialog,
}));
const GridFilters = part(async () => ({ default: (await import("./grid-filters")).GridFilters }));

interface QuestionsGridProps {
  /** The grid's address behind the question mark, in its canonical form. */
  query: string;
  view: GridView;
  /** What a searched number means as an id in a release. */
  inRelease: FoundInRelease | null;
  /** The latest revisions from before the rows were read. */
  latest: readonly Latest[];
  /** How many questions match; it comes behind the rows. */
  counting: Promise<number>;
  views: readonly SavedViewRow[];
  mayEdit: boolean;
  /** How they have laid the grid out. */
  layout: GridLayout;
  /** Whose sheet it is. */
  userId: number;
}

/** The list of questions: the address says what it shows, the server finds it, and this keeps the two in step. */
export function QuestionsGrid({
  query,
  view,
  inRelease,
  latest,
  counting,
  views,
  mayEdit,
  layout: remembered,
  userId,
}: QuestionsGridProps) {
  const router = useRouter();
  const state = useMemo(() => parseGrid(query), [query]);
  const total = useArrived(counting);
  const [pending, startTransition] = useTransition();
  // What was asked for shows at once on the controls; the rows follow.
  const [asked, setAsked] = useOptimistic(state);
  const go = useCallback(
    (next: GridState, how: "push" | "replace" = "push") => {
      startTransition(() => {
        setAsked(next);
        router[how](gridHref(next), { scroll: false });
      });
    },
    [router, setAsked],
  );
  const change = (part: Partial<GridState>) => go({ ...asked, page: 1, ...part });

  const menus = useGridChoices();
  const { choices, status: choicesStatus, load: loadChoices } = menus;
  const [filtersOpen, setFiltersOpen] = useState(false);
  const facets = useFacets(filtersOpen ? asked : null);
  const needNames = state.author.length > 0;
  useEffect(() => {
    if (filtersOpen || needNames) loadChoices();
  }, [filtersOpen, needNames, loadChoices]);
  const authors = useMemo(
    () => new Map(choices.authors.map((author) => [author.id, author.name])),
    [choices.authors],
  );
  const filters = activeFilters(asked, authors);

  const selection = useGridSelection(state, view.rows, total);

  usePlace(
    "grid",
    query,
    () => ({ picked: selection.picked, everything: selection.everything, filtersOpen }),
    (kept) => {
      if (!hasFields(kept, { picked: "object", everything: "boolean", filtersOpen: "boolean" }))
        return;
      selection.restore(kept.picked as Record<string, true>, kept.everything as boolean);
      setFiltersOpen(kept.filtersOpen as boolean);
    },
  );

  const [dialog, setDialog] = useState<BulkChange["kind"] | null>(null);
  const [help, setHelp] = useState(false);
  const changing = {
    title: "Questions not changed",
    onDone: (outcome: Parameters<typeof notifyChange>[0]) => {
      setDialog(null);
      selection.clear();
      notifyChange(outcome, () => router.refresh());
    },
    refresh: true,
  };
  const changePicked = useCommand(changeQuestions, changing);
  const changeAll = useCommand(changeMatchingQuestions, changing);
  const search = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLDivElement>(null);

  useGridKeys({
    area,
    onSearch: () => {
      search.current?.focus();
      search.current?.select();
    },
    onFilters: () => setFiltersOpen((open) => !open),
    onNew: mayEdit ? () => router.push("/questions/new") : undefined,
    onHelp: () => setHelp(true),
  });

  const releaseChosen = () => {
    if (rememberSelection(selection.pickedIds)) router.push(CHOSEN_RELEASE_HREF);
    else
      notifications.show({
        color: "red",
        title: "Couldn't save selection",
        message: "Your browser blocks storage for this site. Allow it, or publish by split.",
      });
  };

  const columns = useMemo(() => gridColumns(query), [query]);
  const beside = useBeside();
  const { source } = useRows(query, view.rows);
  const sheet = useQuestionSheet(userId, mayEdit, source);
  const { layout, change: layOut } = useGridLayout(userId, remembered);
  const showColumns = (columns: readonly GridColumn[], more: Partial<GridLayout> = {}) => {
    const next = { ...asked, columns: [...columns] };
    const usual = columns.join(",") === DEFAULT_COLUMNS.join(",");
    // A saved view has columns of its own, which stay its own.
    const remember = asked.view === null ? { ...more, columns: usual ? [] : [...columns] } : more;
    const done = Object.keys(remember).length > 0 ? layOut(remember) : Promise.resolve();
    // An address without columns shows the remembered ones: those have to be the usual ones by then.
    if (usual && asked.view === null) void done.then(() => go(next, "replace"));
    else go(next, "replace");
  };
  const [goTo, setGoTo] = useState<{ id: number; column: string } | null>(null);
  const empty = view.rows.length === 0;
  const live = useLiveRows({
    userId,
    state,
    source,
    latest,
    first: view.rows,
    wrote: (id, revisionId) => sheet.store?.wrote(id, revisionId) ?? false,
    onChanged: (ids) => sheet.store?.changed(ids),
    reload: (page) =>
      page === state.page ? startTransition(() => router.refresh()) : go({ ...state, page }),
    goTo: (id) => setGoTo({ id, column: "question" }),
  });

  return (
    <div ref={area}>
      <ViewTabs state={asked} views={views} total={total} />
      <GridToolbar
        state={state}
        asked={asked}
        total={total}
        busy={pending}
        searchRef={search}
        filtersOpen={filtersOpen}
        activeFilters={filters.length}
        onFilters={() => setFiltersOpen(!filtersOpen)}
        onGo={(next) => go(next, "replace")}
        onHelp={() => setHelp(true)}
        columnMenu={
          <ColumnMenu
            columns={asked.columns}
            onColumns={showColumns}
            pinned={layout.pinned}
            onPinned={(pinned) => void layOut({ pinned })}
            density={layout.density}
            onDensity={(density) => void layOut({ density })}
            onReset={() => showColumns(DEFAULT_COLUMNS, { pinned: [], widths: {} })}
          />
        }
      />

      <WhenWanted wanted={filtersOpen}>
        {filtersOpen && (
          <GridFilters
            state={asked}
            onChange={change}
            authors={choices.authors}
            hosts={choices.hosts}
            choices={choicesStatus}
            onRetry={() => loadChoices(true)}
            facets={facets}
          />
        )}
      </WhenWanted>

      <GridChips
        filters={filters}
        onRemove={(filter) => go(filter.without)}
        onClear={() => go(clearFilters(asked))}
      />

      {inRelease !== null && (
        <p className={classes.notice} role="status">
          <IconTag size={16} aria-hidden /> ID {inRelease.id} in {inRelease.release} is{" "}
          <Link href={`/questions/${inRelease.questionId}`}>Q{inRelease.questionId}</Link>.
        </p>
      )}

      {view.similar && (
        <p className={classes.notice} role="status">
          <IconListSearch size={16} aria-hidden /> No exact matches for “{state.q}”.{" "}
          {view.meant === null
            ? "Showing the most similar questions."
            : `Showing results for “${view.meant}”.`}
        </p>
      )}

      {mayEdit && (
        <GridBulkBar
          selection={selection}
          total={total}
          onChange={setDialog}
          onRelease={releaseChosen}
        />
      )}

      <SheetStatus sheet={sheet} mayEdit={mayEdit} onGo={setGoTo} />

      <div className={classes.sheet}>
        <LiveNews
          news={live.news}
          said={live.said}
          busy={pending}
          onShow={() => void live.show()}
        />
        {empty ? (
          <NothingHere
            filtered={isFiltered(state)}
            mayEdit={mayEdit}
            onClear={() => go(clearFilters(asked))}
          />
        ) : (
          <DataTable
            caption="Questions"
            fresh={live.fresh}
            address={query}
            columns={columns}
            source={sheet.source}
            rowName={rowName}
            visible={state.columns}
            onVisible={showColumns}
            layout={layout}
            onWidths={(widths) => void layOut({ widths }, true)}
            busy={pending}
            sort={asked.sort}
            onSort={(sort) => change({ sort })}
            onBeside={beside.toggle}
            onCursor={(id) => {
              const at = sheet.source.indexOf(id);
              beside.follow(
                id,
                [at + 1, at - 1].flatMap((near) => sheet.source.idAt(near) ?? []),
              );
            }}
            onOpen={(id) => router.push(withQuery(`/questions/${id}`, query))}
            {...(sheet.editing && { editing: sheet.editing })}
            {...(mayEdit && { selection: selection.rows, onSelection: selection.select })}
            {...(isScrolled(state) && {
              everyRow: { selected: selection.everything, select: selection.selectEverything },
            })}
            goTo={goTo}
            onNotice={(message) => notifications.show({ message })}
          />
        )}
      </div>
      {!empty && !isScrolled(state) && (
        <Pager
          page={state.page}
          size={state.size}
          total={total}
          shown={view.rows.length}
          sizes={PAGE_SIZES}
          noun="question"
          href={(page) => gridHref({ ...state, page })}
          onPage={(page) => go({ ...asked, page })}
          onSize={(size) => change({ size })}
        />
      )}

      <WhenWanted wanted={dialog !== null}>
        <ChangeDialog
          kind={dialog}
          count={selection.count}
          onClose={() => setDialog(null)}
          of={[changePicked, changeAll]}
          apply={(wanted, comment) =>
            selection.everything
              ? changeAll.run({ query, expected: total ?? 0, change: wanted, comment })
              : changePicked.run({ questionIds: selection.pickedIds, change: wanted, comment })
          }
        />
      </WhenWanted>
      <WhenWanted wanted={sheet.paste !== null}>
        <PasteDialog sheet={sheet} />
      </WhenWanted>
      <WhenWanted wanted={help}>
        <ShortcutHelp opened={help} onClose={() => setHelp(false)} shortcuts={GRID_SHORTCUTS} />
      </WhenWanted>
    </div>
  );
}

const rowName = (id: number) => `Q${id}`;
