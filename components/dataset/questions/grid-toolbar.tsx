"use client";

import { IconDownload, IconFilter, IconKeyboard, IconTable } from "@tabler/icons-react";
import {
  IconAnchor,
  IconButton,
  PlainAnchorButton,
  PlainButton,
} from "@/components/ui/plain-button";
import { SPREADSHEET_WORDS } from "@/lib/dataset/exports/vocabulary";
import { writeGrid, type GridState } from "@/lib/dataset/questions/grid";
import { formatCount } from "@/lib/platform/format";
import { GroupMenu } from "./group-menu";
import { SearchBox } from "./grid-search-box";
import classes from "./questions-grid.module.css";
import { withQuery } from "@/lib/platform/address";

interface GridToolbarProps {
  state: GridState;
  /** What was asked for last, while its rows are on their way. */
  asked: GridState;
  /** How many questions match, once it is known. */
  total: number | null;
  busy: boolean;
  searchRef: React.RefObject<HTMLInputElement | null>;
  filtersOpen: boolean;
  activeFilters: number;
  onFilters: () => void;
  /** Shows another state in place of this one in the browser's history. */
  onGo: (next: GridState) => void;
  onHelp: () => void;
  /** Opens what chooses columns. */
  columnMenu: React.ReactNode;
}

/** Search, filters, columns, views and export of the grid. */
export function GridToolbar({
  state,
  asked,
  total,
  busy,
  searchRef,
  filtersOpen,
  activeFilters,
  onFilters,
  onGo,
  onHelp,
  columnMenu,
}: GridToolbarProps) {
  return (
    <div className={classes.toolbar}>
      <SearchBox
        inputRef={searchRef}
        value={asked.q}
        busy={busy}
        onSearch={(q) => onGo({ ...asked, q, page: 1 })}
      />
      <div className={classes.tools}>
        <PlainButton
          variant={filtersOpen ? "light" : "default"}
          size="xs"
          icon={<IconFilter size={15} aria-hidden />}
          aria-expanded={filtersOpen}
          onClick={onFilters}
        >
          Filters{activeFilters > 0 ? ` (${activeFilters})` : ""}
        </PlainButton>
        <GroupMenu state={asked} onChange={(part) => onGo({ ...asked, ...part })} />
        {columnMenu}
        <PlainAnchorButton
          variant="default"
          size="xs"
          icon={<IconDownload size={15} aria-hidden />}
          href={withQuery("/api/questions/export", writeGrid({ ...state, page: 1 }))}
          title={`Export ${total === null ? "all" : formatCount(total)} matching questions in this order`}
        >
          CSV
        </PlainAnchorButton>
        <IconAnchor
          variant="default"
          size={30}
          label="Export for spreadsheets"
          href={withQuery(
            "/api/questions/export",
            `${writeGrid({ ...state, page: 1 })}&spreadsheet=1`,
          )}
          title={SPREADSHEET_WORDS.description}
        >
          <IconTable size={16} />
        </IconAnchor>
        <IconButton variant="default" size={30} label="Keyboard shortcuts" onClick={onHelp}>
          <IconKeyboard size={16} />
        </IconButton>
      </div>
    </div>
  );
}
