"use client";

import { ActionIcon, Button, Loader, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import {
  IconDownload,
  IconFilter,
  IconKeyboard,
  IconListSearch,
  IconPlus,
  IconSearch,
  IconTable,
  IconX,
} from "@tabler/icons-react";
import { Link } from "@/components/ui/link";
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
import { DataTable } from "@/components/data-table/data-table";
import { Pager } from "@/components/data-table/pager";
import { CHOSEN_RELEASE_HREF, rememberSelection } from "./release-selection";
import { EmptyState } from "@/components/ui/empty-state";
import { SPREADSHEET_WORDS } from "@/lib/dataset/imports/rules";
import { changeMatchingQuestions, changeQuestions } from "@/lib/dataset/questions/actions";
import {
  clearFilters,
  gridHref,
  isFiltered,
  PAGE_SIZES,
  parseGrid,
  withQuery,
  writeGrid,
  type GridColumn,
  type GridState,
} from "@/lib/dataset/questions/grid";
import type { GridRow } from "@/lib/dataset/questions/queries";
import type { BulkChange } from "@/lib/dataset/questions/schema";
import { mayActOnKey } from "@/components/ui/shortcut-scope";
import { ChangeDialog } from "./change-dialog";
import { ColumnMenu } from "./column-menu";
import { activeFilters } from "./filter-labels";
import { gridColumns } from "./grid-columns";
import { GridFilters } from "./grid-filters";
import classes from "./questions-grid.module.css";
import { SavedViews, type SavedView } from "./saved-views";
import { ShortcutHelp } from "@/components/ui/shortcut-help";
import { notifyChange } from "./undo-notification";
import { useCommand } from "@/components/ui/use-command";
import { formatCount } from "@/lib/platform/format";

interface QuestionsGridProps {
  /** The grid's address behind the question mark, in its canonical form. */
  query: string;
  view: { rows: GridRow[]; total: number; similar: boolean };
  mayEdit: boolean;
}

interface Choices {
  authors: { id: number; name: string }[];
  hosts: { host: string; count: number }[];
  views: SavedView[];
}

const SHORTCUTS = [
  { keys: ["j", "↓"], does: "Next question" },
  { keys: ["k", "↑"], does: "Previous question" },
  { keys: ["Enter"], does: "Open question" },
  { keys: ["x", "Space"], does: "Select / deselect question" },
  { keys: ["Shift", "click"], does: "Select a range" },
  { keys: ["→", "←"], does: "Next / previous page" },
  { keys: ["/"], does: "Search" },
  { keys: ["f"], does: "Show or hide filters" },
  { keys: ["n"], does: "New question (maintainers)" },
  { keys: ["?"], does: "Show keyboard shortcuts" },
];

/** The list of questions: the address says what it shows, the server finds it, and this keeps the two in step. */
export function QuestionsGrid({ query, view, mayEdit }: QuestionsGridProps) {
  const router = useRouter();
  const state = useMemo(() => parseGrid(new URLSearchParams(query)), [query]);
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

  const { choices, status: choicesStatus, load: loadChoices } = useChoices();
  const [filtersOpen, setFiltersOpen] = useState(false);
  const needNames = state.author.length > 0;
  useEffect(() => {
    if (filtersOpen || needNames) loadChoices();
  }, [filtersOpen, needNames, loadChoices]);
  const authors = useMemo(
    () => new Map(choices.authors.map((author) => [author.id, author.name])),
    [choices.authors],
  );
  const filters = activeFilters(asked, authors);

  // Selection: rows picked by hand, or everything that the filter matches. A new filter clears it.
  const subject = writeGrid({ ...state, page: 1, sort: null, columns: [], size: 50 });
  const [picked, setPicked] = useState<Record<string, true>>({});
  const [everything, setEverything] = useState(false);
  const [pickedFor, setPickedFor] = useState(subject);
  if (pickedFor !== subject) {
    setPickedFor(subject);
    setPicked({});
    setEverything(false);
  }
  const pageIds = useMemo(
    () => Object.fromEntries(view.rows.map((row) => [String(row.id), true as const])),
    [view.rows],
  );
  const selection = everything ? pageIds : picked;
  const pickedIds = useMemo(
    () =>
      Object.keys(picked)
        .filter((id) => picked[id])
        .map(Number),
    [picked],
  );
  const count = everything ? view.total : pickedIds.length;
  const wholePage = view.rows.length > 0 && view.rows.every((row) => picked[row.id]);
  const select = (next: Record<string, true>) => {
    setEverything(false);
    setPicked(next);
  };
  const clearSelection = () => select({});

  const [dialog, setDialog] = useState<BulkChange["kind"] | null>(null);
  const [help, setHelp] = useState(false);
  const changing = {
    title: "Questions not changed",
    onDone: (outcome: Parameters<typeof notifyChange>[0]) => {
      setDialog(null);
      clearSelection();
      notifyChange(outcome, () => router.refresh());
    },
    refresh: true,
  };
  const changePicked = useCommand(changeQuestions, changing);
  const changeAll = useCommand(changeMatchingQuestions, changing);
  const search = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const lastPage = Math.max(1, Math.ceil(view.total / state.size));

  const onKey = useRef<(event: KeyboardEvent) => void>(() => {});
  useEffect(() => {
    onKey.current = (event) => {
      if (!mayActOnKey(event)) return;
      const links = [
        ...(area.current?.querySelectorAll<HTMLAnchorElement>("a[data-row-link]") ?? []),
      ];
      const here = links.findIndex((link) => link.closest("tr")?.contains(document.activeElement));
      const focusRow = (index: number) => {
        const link = links[Math.max(0, Math.min(links.length - 1, index))];
        link?.focus({ preventScroll: true });
        link?.closest("tr")?.scrollIntoView({ block: "nearest" });
      };
      switch (event.key) {
        case "j":
          focusRow(here + 1);
          break;
        case "k":
          focusRow(here < 0 ? 0 : here - 1);
          break;
        case "ArrowDown":
          if (here < 0) return;
          focusRow(here + 1);
          break;
        case "ArrowUp":
          if (here < 0) return;
          focusRow(here - 1);
          break;
        case "ArrowRight":
          if (here < 0 || state.page >= lastPage) return;
          go({ ...asked, page: asked.page + 1 });
          break;
        case "ArrowLeft":
          if (here < 0 || state.page <= 1) return;
          go({ ...asked, page: asked.page - 1 });
          break;
        case "x":
        case " ": {
          // Space on a button or box is theirs.
          if (here < 0 || (event.key === " " && document.activeElement !== links[here])) return;
          links[here]!.closest("tr")!
            .querySelector<HTMLInputElement>("input[type=checkbox]")
            ?.click();
          break;
        }
        case "/":
          search.current?.focus();
          search.current?.select();
          break;
        case "f":
          setFiltersOpen((open) => !open);
          break;
        case "n":
          if (!mayEdit) return;
          router.push("/questions/new");
          break;
        case "?":
          setHelp(true);
          break;
        default:
          return;
      }
      event.preventDefault();
    };
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey.current(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  const releaseChosen = () => {
    if (rememberSelection(pickedIds)) router.push(CHOSEN_RELEASE_HREF);
    else
      notifications.show({
        color: "red",
        title: "Couldn't save selection",
        message: "Your browser blocks storage for this site. Allow it, or publish by split.",
      });
  };

  const columns = useMemo(() => gridColumns(query), [query]);
  const empty = view.total === 0;

  return (
    <div ref={area}>
      <div className={classes.toolbar}>
        <SearchBox
          inputRef={search}
          value={asked.q}
          busy={pending}
          onSearch={(q) => go({ ...asked, q, page: 1 }, "replace")}
        />
        <div className={classes.tools}>
          <Button
            variant={filtersOpen ? "light" : "default"}
            size="xs"
            leftSection={<IconFilter size={15} aria-hidden />}
            aria-expanded={filtersOpen}
            onClick={() => setFiltersOpen(!filtersOpen)}
          >
            Filters{filters.length > 0 ? ` (${filters.length})` : ""}
          </Button>
          <ColumnMenu
            columns={asked.columns}
            onChange={(next: GridColumn[]) => go({ ...asked, columns: next }, "replace")}
          />
          <SavedViews
            query={query}
            views={choices.views}
            choices={choicesStatus}
            onLoad={() => loadChoices(true)}
          />
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={15} aria-hidden />}
            component="a"
            href={withQuery("/api/questions/export", writeGrid({ ...state, page: 1 }))}
            download
            title={`Export ${formatCount(view.total)} matching questions in this order`}
          >
            CSV
          </Button>
          <ActionIcon
            variant="default"
            size={30}
            component="a"
            href={withQuery(
              "/api/questions/export",
              `${writeGrid({ ...state, page: 1 })}&spreadsheet=1`,
            )}
            download
            aria-label="Export for spreadsheets"
            title={SPREADSHEET_WORDS.description}
          >
            <IconTable size={16} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={30}
            aria-label="Keyboard shortcuts"
            onClick={() => setHelp(true)}
          >
            <IconKeyboard size={16} />
          </ActionIcon>
        </div>
      </div>

      {filtersOpen && (
        <GridFilters
          state={asked}
          onChange={change}
          authors={choices.authors}
          hosts={choices.hosts}
          choices={choicesStatus}
          onRetry={() => loadChoices(true)}
        />
      )}

      {filters.length > 0 && (
        <ul className={classes.chips} aria-label="Active filters">
          {filters.map((filter) => (
            <li key={filter.key}>
              <button
                type="button"
                className={classes.chip}
                onClick={() => go(filter.without)}
                aria-label={`Remove filter: ${filter.words}`}
              >
                <span>{filter.words}</span>
                <IconX size={13} aria-hidden />
              </button>
            </li>
          ))}
          <li>
            <button type="button" className={classes.clear} onClick={() => go(clearFilters(asked))}>
              Clear all
            </button>
          </li>
        </ul>
      )}

      {view.similar && (
        <p className={classes.notice} role="status">
          <IconListSearch size={16} aria-hidden /> No exact matches for “{state.q}”. Showing the
          most similar questions.
        </p>
      )}

      {mayEdit && count > 0 && (
        <div className={classes.bulk} role="region" aria-label="Selected questions">
          <strong role="status">{formatCount(count)} selected</strong>
          {!everything && wholePage && view.total > pickedIds.length && (
            <button type="button" className={classes.clear} onClick={() => setEverything(true)}>
              Select all {formatCount(view.total)} matching
            </button>
          )}
          <button type="button" className={classes.clear} onClick={clearSelection}>
            Clear selection
          </button>
          <span className={classes.bulkActions}>
            <Button size="compact-sm" variant="default" onClick={() => setDialog("schedule")}>
              Next review…
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setDialog("split")}>
              Split…
            </Button>
            {!everything && (
              <Button size="compact-sm" variant="default" onClick={releaseChosen}>
                Release…
              </Button>
            )}
            <Button size="compact-sm" variant="default" onClick={() => setDialog("restore")}>
              Restore…
            </Button>
            <Button size="compact-sm" variant="default" c="red" onClick={() => setDialog("retire")}>
              Retire…
            </Button>
          </span>
        </div>
      )}

      {empty ? (
        <NothingHere
          filtered={isFiltered(state)}
          mayEdit={mayEdit}
          onClear={() => go(clearFilters(asked))}
        />
      ) : (
        <>
          <DataTable
            caption="Questions"
            columns={columns}
            rows={view.rows}
            rowId={rowId}
            rowName={rowName}
            visible={state.columns}
            busy={pending}
            sort={asked.sort && { id: asked.sort.column, descending: asked.sort.descending }}
            onSort={(sort) =>
              change({
                sort: sort && { column: sort.id, descending: sort.descending },
              })
            }
            {...(mayEdit && { selection, onSelection: select })}
          />
          <Pager
            page={state.page}
            size={state.size}
            total={view.total}
            sizes={PAGE_SIZES}
            noun="question"
            href={(page) => gridHref({ ...state, page })}
            onPage={(page) => go({ ...asked, page })}
            onSize={(size) => change({ size })}
          />
        </>
      )}

      <ChangeDialog
        kind={dialog}
        count={count}
        onClose={() => setDialog(null)}
        of={[changePicked, changeAll]}
        apply={(wanted, comment) =>
          void (everything
            ? changeAll.run({ query, expected: view.total, change: wanted, comment })
            : changePicked.run({ questionIds: pickedIds, change: wanted, comment }))
        }
      />
      <ShortcutHelp opened={help} onClose={() => setHelp(false)} shortcuts={SHORTCUTS} />
    </div>
  );
}

const rowId = (row: GridRow) => String(row.id);
const rowName = (row: GridRow) => `Q${row.id}`;

/** The menus' contents, read when first needed. */
function useChoices() {
  const [choices, setChoices] = useState<Choices>({ authors: [], hosts: [], views: [] });
  const [status, setStatus] = useState<"idle" | "loading" | "ready" | "failed">("idle");
  const begun = useRef(false);
  const load = useCallback((again = false) => {
    if (begun.current && !again) return;
    begun.current = true;
    setStatus((before) => (before === "ready" ? "ready" : "loading"));
    fetch("/api/questions/choices")
      .then(async (response) => {
        if (!response.ok) throw new Error(String(response.status));
        setChoices((await response.json()) as Choices);
        setStatus("ready");
      })
      .catch(() => setStatus("failed"));
  }, []);
  return { choices, status: status === "idle" ? ("loading" as const) : status, load };
}

const SEARCH_DELAY_MS = 250;

/** The search field: asks once someone pauses; what is typed is never replaced while the field has the focus. */
function SearchBox({
  inputRef,
  value,
  busy,
  onSearch,
}: {
  inputRef: React.RefObject<HTMLInputElement | null>;
  value: string;
  busy: boolean;
  onSearch: (q: string) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const text = typed ?? value;
  const ask = (q: string) => {
    clearTimeout(timer.current);
    if (q.trim() !== value) onSearch(q.trim());
  };
  return (
    <TextInput
      ref={inputRef}
      className={classes.search}
      type="search"
      size="xs"
      aria-label="Search in questions and answers"
      placeholder="Search in questions and answers"
      leftSection={busy ? <Loader size={14} /> : <IconSearch size={15} aria-hidden />}
      maxLength={300}
      value={text}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => ask(next), SEARCH_DELAY_MS);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") ask(text);
        if (event.key === "Escape" && text !== "") {
          event.preventDefault();
          setTyped("");
          ask("");
        }
      }}
      onBlur={() => {
        ask(text);
        setTyped(null);
      }}
    />
  );
}

function NothingHere({
  filtered,
  mayEdit,
  onClear,
}: {
  filtered: boolean;
  mayEdit: boolean;
  onClear: () => void;
}) {
  if (filtered) {
    return (
      <EmptyState
        icon={<IconListSearch size={24} />}
        title="No matching questions"
        actions={<Button onClick={onClear}>Clear all filters</Button>}
      >
        Remove a filter or change your search. To include retired questions, use Filters › Status.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<IconPlus size={24} />}
      title="No questions yet"
      actions={
        mayEdit ? (
          <>
            <Button component={Link} href="/imports">
              Import release
            </Button>
            <Button component={Link} href="/questions/new" variant="default">
              Add question
            </Button>
          </>
        ) : undefined
      }
    >
      {mayEdit
        ? "Import a FreshQA release or write the first question."
        : "A maintainer needs to import a release or add a question first."}
    </EmptyState>
  );
}
