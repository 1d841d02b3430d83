"use client";

import { Fragment, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { CellEditor } from "./cell-editor";
import classes from "./data-table.module.css";
import { FastScroll } from "./fast-scroll";
import type { RowSource } from "./row-source";
import { idsOf, isEditableAt, textAt } from "./sheet-block";
import type { SheetEditing } from "./sheet-editing";
import type { DataTableColumn } from "./sheet-column";
import type { Sort } from "@/lib/platform/address";
import { SheetHeader } from "./sheet-header";
import { ROW_HEIGHTS, type SheetLayout } from "./sheet-layout";
import { GroupRow, SheetRow } from "./sheet-row";
import {
  blockOf,
  edit,
  FIRST_CELL,
  moveTo,
  pressKey,
  sameCell,
  withLaterRows,
  type CellAt,
  type SheetExtent,
  type SheetState,
} from "./sheet-state";
import { useSheetActions } from "./use-sheet-actions";
import { useSheetClipboard } from "./use-sheet-clipboard";
import { cellOf, useSheetPlace } from "./use-sheet-place";
import { rowsToDraw, useRowsInView } from "./use-rows-in-view";
import { CHECK_WIDTH, useSheetColumns } from "./use-sheet-columns";
import { useTicks, type Ticked } from "./use-ticks";

interface DataTableProps<Row> {
  /** What the table holds, for screen readers. */
  caption: string;
  columns: readonly DataTableColumn<Row>[];
  source: RowSource<Row>;
  /** What a row is called: "Q17". */
  rowName: (id: number) => string;
  /** Ids of the columns to show, in order. */
  visible: readonly string[];
  onVisible?: (visible: string[]) => void;
  layout: SheetLayout;
  onWidths: (widths: Record<string, number>) => void;
  sort: Sort<string> | null;
  onSort: (sort: Sort<string> | null) => void;
  /** Ids of the selected rows, of other pages too; without it rows cannot be selected. */
  selection?: Ticked;
  onSelection?: (selection: Record<string, true>) => void;
  /** All rows of a view that goes beyond what is here; without it, a page's rows are selected one by one. */
  everyRow?: { selected: boolean; select: () => void };
  /** Says something that the sheet itself has no place for. */
  onNotice: (message: string) => void;
  editing?: SheetEditing;
  /** Shows a row beside the table (space), opens its page (Enter), and follows the cursor. */
  onBeside?: (id: number) => void;
  onOpen: (id: number) => void;
  onCursor?: (id: number) => void;
  /** What the table shows: on Back to the same one is where one was. */
  address: string;
  /** What someone else changed a moment ago: columns by ids of rows. */
  fresh?: ReadonlyMap<number, ReadonlySet<string>>;
  /** A cell to put the cursor on; a new object each time. */
  goTo?: { id: number; column: string } | null;
  /** New rows are on their way; the old ones stay, paler. */
  busy?: boolean;
}

/** The rows in view are read whole once they have stood still for so long. */
const LOAD_AFTER_MS = 150;
/** So many rows beyond those that are wanted are read with them, so that each step is not a request. */
const LOAD_AHEAD = 30;

/**
 * A table that is used like a spreadsheet: rows come from a source in windows, the server has filtered and sorted them;
 * a cell has the focus, and is edited in place where `editing` allows it. It knows no domain. Only the rows in view are
 * drawn, all of one height, so that 100,000 scroll as 50 do.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { source, layout, editing, busy = false, selection, onSelection, everyRow } = props;
  const frame = useRef<HTMLDivElement>(null);
  const editor = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const { height, lines } = ROW_HEIGHTS[layout.density];
  const { columns, visible, sort, onSort, onVisible, onWidths } = props;
  const selectable = onSelection !== undefined;
  const { shown, total, pinnedWidth } = useSheetColumns({ columns, visible, layout, selectable });
  const [scroll] = useState(() => new FastScroll());
  const { count } = source;
  const rows = useRowsInView({ frame, count, height, headerHeight: HEADER_HEIGHT, scroll });
  const { from, to } = rows;
  useEffect(() => {
    if (to > from) source.ensure(from, to);
  }, [source, from, to]);

  // Texts are there before someone edits them, so that a cell is painted in the frame after Enter.
  useEffect(() => {
    if (editing === undefined || to <= from) return;
    const ids = idsOf(source, { top: from, bottom: to - 1 });
    const ahead = idsOf(source, { top: from - LOAD_AHEAD, bottom: to + LOAD_AHEAD });
    const timer = setTimeout(() => void editing.load(ids, ahead), LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [editing, source, from, to]);

  const ticks = useTicks({
    source,
    inView: rows,
    ticked: selection,
    onTicked: onSelection,
    everyRow,
  });

  const [state, setState] = useState<SheetState>(FIRST_CELL);
  const live = useRef(state);
  /** The cursor's cell is to get the focus once it is drawn. */
  const wantFocus = useRef<boolean | "where-it-is">(false);
  /** A button of a note has the focus. */
  const noteFocused = useRef(false);
  /** What the edited cell said before someone typed. */
  const seenText = useRef<string | undefined>(undefined);
  const setSeenText = useCallback((text: string | undefined) => {
    seenText.current = text;
  }, []);

  const contents = { source, shown, editing };
  const columnAt = (at: CellAt) => shown[at.column]?.id ?? "";
  const extent: SheetExtent = {
    rows: source.count,
    columns: shown.length,
    page: rows.page,
    editable: (at) => isEditableAt(contents, at),
  };

  /** The cursor's row by its name, in the list as it was then. */
  const place = useRef<{ list: object; id: number | undefined }>({
    list: source.list,
    id: undefined,
  });

  const show = (next: SheetState, focus = true) => {
    const moved = next.cursor.row !== live.current.cursor.row;
    live.current = next;
    setState(next);
    // At once: what was entered in the row that the cursor leaves changes the rows in the same moment.
    place.current = { list: source.list, id: source.idAt(next.cursor.row) };
    if (focus) {
      wantFocus.current = true;
      // The cursor's row is drawn wherever it is, and may be far from what is in view.
      rows.show(next.cursor.row);
    }
    const id = source.idAt(next.cursor.row);
    if (id !== undefined && (moved || next.editing !== null)) {
      if (moved) props.onCursor?.(id);
      void editing?.load(idsAround(next, 5), idsAround(next, LOAD_AHEAD));
    }
  };

  /** The rows of the selected block and the cursor's neighbors, so that a next key finds their texts loaded. */
  const idsAround = (next: SheetState, rows: number) => {
    const { top, bottom } = blockOf(next);
    const first = top - rows;
    return idsOf(source, { top: first, bottom: Math.min(bottom + rows, first + 1_000) });
  };

  // All was selected before all was known.
  const known = useRef(source);
  useEffect(() => {
    const before = known.current;
    known.current = source;
    if (before.whole || !source.whole || before.list !== source.list) return;
    live.current = withLaterRows(live.current, before.count, source.count);
    setState(live.current);
  }, [source]);

  // Rows that came or went above the cursor move it along with its row.
  useEffect(() => {
    const before = live.current;
    const { list, id } = place.current;
    const row = list === source.list && id !== undefined ? source.indexOf(id) : -1;
    if (row >= 0 && row !== before.cursor.row && source.count > 0) {
      const by = row - before.cursor.row;
      const anchor = { ...before.anchor, row: Math.max(0, before.anchor.row + by) };
      const focused = frame.current?.contains(document.activeElement) ?? false;
      live.current = { ...before, cursor: { ...before.cursor, row }, anchor };
      setState(live.current);
      wantFocus.current = focused && "where-it-is";
    }
  }, [source]);
  useEffect(() => {
    // As it is by now: a place that was just restored is not drawn yet.
    place.current = { list: source.list, id: source.idAt(live.current.cursor.row) };
  }, [source, state.cursor.row]);

  const gone = useRef<object | null>(null);
  useEffect(() => {
    const { goTo } = props;
    if (!goTo || goTo === gone.current) return;
    gone.current = goTo;
    const [row, column] = [
      source.indexOf(goTo.id),
      shown.findIndex(({ id }) => id === goTo.column),
    ];
    if (row < 0) props.onOpen(goTo.id);
    else show(moveTo(live.current, { row, column: Math.max(0, column) }, extent));
  });

  useSheetPlace({
    address: props.address,
    frame,
    source,
    columns: shown,
    height,
    cursor: () => live.current.cursor,
    place: (at, focus) => {
      show(moveTo(live.current, at, extent), false);
      wantFocus.current = focus && "where-it-is";
    },
  });

  // Focus follows the cursor; the browser scrolls it into view sideways.
  useLayoutEffect(() => {
    // A button that was pressed is gone with its note.
    if (noteFocused.current && document.activeElement === document.body) {
      noteFocused.current = false;
      wantFocus.current = true;
    }
    if (!wantFocus.current || state !== live.current) return;
    if (state.editing !== null) {
      wantFocus.current = false;
      return;
    }
    const cell = cellAt(frame.current, state.cursor);
    if (cell === null) return;
    cell.focus({ preventScroll: true });
    if (wantFocus.current === true) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
    wantFocus.current = false;
  });

  const { act, enter } = useSheetActions({
    ...contents,
    editor,
    seenText,
    notice: props.onNotice,
    tick: (id) => ticks.onTick(id, false),
    onBeside: props.onBeside,
    onOpen: props.onOpen,
  });

  const onKeyDown = (event: React.KeyboardEvent) => {
    // What is pressed while an input method puts a text together is the method's; Safari says so by 229 alone.
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    if (live.current.editing !== null && event.nativeEvent.keyCode === COMPOSING) return;
    const target = event.target as HTMLElement;
    const inCell = target.closest("[role=gridcell]");
    if (inCell === null) return;
    const before = live.current;
    // The buttons below a marked cell: Tab goes to them, Escape comes back.
    if (event.key === "Escape" && inNote(target)) return show({ ...before });
    if (target !== inCell && target !== editor.current) return;
    if (event.key === "Tab" && !event.shiftKey && before.editing === null && hasButtons(inCell))
      return;
    // AltGr, which Windows calls Ctrl and Alt, only makes another letter.
    const plain = event.getModifierState("AltGraph");
    const step = pressKey(
      before,
      {
        key: event.key,
        mod: !plain && (event.ctrlKey || event.metaKey),
        shift: event.shiftKey,
        alt: !plain && event.altKey,
      },
      extent,
    );
    if (step === null) return;
    if (step.effect === "type") {
      // The browser puts the letter in, or begins to put one together: into the editor, which has to be there by then.
      flushSync(() => show(step.state));
      return;
    }
    event.preventDefault();
    if (step.effect !== undefined) act(step.effect, before);
    if (step.state !== before || step.effect === "cancel") show(step.state);
  };

  const clipboard = useSheetClipboard({
    ...contents,
    state: () => live.current,
    show,
    enter,
    notice: props.onNotice,
  });

  const onMouse = (event: React.MouseEvent) => {
    const target = event.target as HTMLElement;
    if (event.button !== 0 || target.closest("a, button, input, textarea, select, label")) return;
    const at = cellOf(target);
    if (at === null) return;
    const before = live.current;
    if (event.type === "dblclick") {
      if (extent.editable(at)) show(edit(moveTo(before, at, extent), null));
      return;
    }
    const dragging = event.type === "mousemove";
    if (dragging && (event.buttons !== 1 || before.editing !== null || sameCell(at, before.cursor)))
      return;
    if (before.editing !== null) act("commit", before);
    show(moveTo(before, at, extent, event.shiftKey || dragging));
    if (event.type === "mousedown") event.preventDefault();
  };

  /** Leaving the editor for elsewhere keeps what was typed. */
  const onEditorBlur = () => {
    const before = live.current;
    if (before.editing === null) return;
    act("commit", before);
    show({ ...before, editing: null }, false);
  };

  const block = blockOf(state);
  const many = block.top !== block.bottom || block.left !== block.right;
  const drawn = rowsToDraw(rows, state.cursor.row, count);
  const after = count - 1 - (drawn.at(-1)?.index ?? -1);
  const width = shown.length + (selectable ? 1 : 0);

  return (
    <div
      ref={frame}
      className={classes.frame}
      data-busy={busy || undefined}
      aria-busy={busy}
      role="region"
      aria-label={props.caption}
      style={
        {
          "--row-height": `${height}px`,
          "--row-lines": lines,
          "--pinned-width": `${pinnedWidth}px`,
        } as React.CSSProperties
      }
      onKeyDown={onKeyDown}
      {...clipboard}
    >
      <table
        role="grid"
        aria-label={props.caption}
        aria-rowcount={source.count + 1}
        aria-colcount={width}
        aria-multiselectable
        className={classes.table}
        style={{ minWidth: total }}
        onMouseDown={onMouse}
        onMouseMove={onMouse}
        onDoubleClick={onMouse}
        onFocus={(event) => {
          noteFocused.current = inNote(event.target);
        }}
      >
        <colgroup>
          {selectable && <col style={{ width: CHECK_WIDTH }} />}
          {shown.map(({ id, width }) => (
            <col key={id} style={width === null ? undefined : { width }} />
          ))}
        </colgroup>
        <SheetHeader
          columns={columns}
          visible={visible}
          {...(onVisible && { onVisible })}
          layout={layout}
          onWidths={onWidths}
          sort={sort}
          onSort={onSort}
          shown={shown}
          allLabel={
            !selectable ? null : everyRow ? "Select all rows" : "Select all rows on this page"
          }
          allChecked={ticks.all}
          someChecked={ticks.some}
          onAll={ticks.onAll}
        />
        <tbody>
          {drawn.map(({ index, skipped }) => {
            const gap = skipped > 0 && <Gap height={skipped * height} />;
            const group = source.groupAt?.(index);
            const hasCursor = state.cursor.row === index;
            if (group !== undefined)
              return (
                <Fragment key={`group-${group.key}`}>
                  {gap}
                  <GroupRow
                    group={group}
                    index={index}
                    columns={width}
                    focused={hasCursor}
                    onToggle={() => source.toggleGroup?.(group.key)}
                  />
                </Fragment>
              );
            const id = source.idAt(index);
            const inBlock = many && index >= block.top && index <= block.bottom;
            return (
              <Fragment key={id ?? `row-${index}`}>
                {gap}
                <SheetRow
                  index={index}
                  id={id}
                  row={source.rowAt(index)}
                  name={id === undefined ? "" : props.rowName(id)}
                  columns={shown}
                  scroll={scroll}
                  cursor={hasCursor ? state.cursor.column : null}
                  left={inBlock ? block.left : null}
                  right={inBlock ? block.right : null}
                  editing={editing}
                  fresh={id === undefined ? undefined : props.fresh?.get(id)}
                  entered={id === undefined ? "" : (editing?.entered(id) ?? "")}
                  ticked={!selectable || id === undefined ? null : ticks.isTicked(id)}
                  onTick={ticks.onTick}
                  editor={
                    hasCursor && state.editing !== null && id !== undefined ? (
                      <CellEditor
                        ref={editor}
                        label={`${shown[state.cursor.column]?.header} of ${props.rowName(id)}`}
                        typed={state.editing.text}
                        text={textAt(contents, index, state.cursor.column)}
                        choices={editing?.choices(columnAt(state.cursor)) ?? null}
                        onSeen={setSeenText}
                        meanwhile={() => editing?.meanwhile(id, columnAt(state.cursor))}
                        onBlur={onEditorBlur}
                      />
                    ) : null
                  }
                />
              </Fragment>
            );
          })}
          {after > 0 && <Gap height={after * height} />}
        </tbody>
      </table>
    </div>
  );
}

/** Stands for rows that are not drawn. */
function Gap({ height }: { height: number }) {
  return <tr aria-hidden style={{ height }} />;
}

/** The code of every key that an input method has taken. */
const COMPOSING = 229;
const HEADER_HEIGHT = 37;

const inNote = (target: Element) => target.closest(`.${classes.note}`) !== null;
const hasButtons = (cell: Element) => cell.querySelector(`.${classes.note} button`) !== null;

function cellAt(frame: HTMLElement | null, { row, column }: CellAt): HTMLElement | null {
  return (
    frame?.querySelector<HTMLElement>(
      `[data-row-index="${row}"] [data-column-index="${column}"]`,
    ) ?? null
  );
}
