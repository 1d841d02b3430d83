"use client";

import { UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useCallback, useEffect, useState, type ComponentType, type ReactNode } from "react";
import type { CommandPaletteProps } from "./command-palette";
import classes from "./workbench-shell.module.css";

/** What looks like a field opens the search; on devices with a keyboard it says with which keys. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <UnstyledButton
      className={classes.search}
      onClick={onClick}
      aria-keyshortcuts="Control+K Meta+K"
    >
      <IconSearch size={16} stroke={1.8} aria-hidden />
      <span>Search</span>
      <kbd aria-hidden className={classes.searchKey}>
        Ctrl K
      </kbd>
    </UnstyledButton>
  );
}

/**
 * The search of Ctrl+K (⌘K), also while someone types. Its script comes with the first call, so that no page pays for it;
 * where it cannot be loaded, the next call tries again.
 */
export function useCommandPalette(person: CommandPaletteProps["person"]): {
  Palette: ReactNode;
  search: () => void;
} {
  const [calls, setCalls] = useState(0);
  const [Loaded, setLoaded] = useState<ComponentType<CommandPaletteProps> | null>(null);
  const search = useCallback(() => {
    void import("./command-palette")
      .then(({ CommandPalette }) => {
        setLoaded(() => CommandPalette);
        setCalls((before) => before + 1);
      })
      .catch(() => {});
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const mod = event.ctrlKey !== event.metaKey;
      if (!mod || event.altKey || event.shiftKey || event.isComposing) return;
      if (event.key.toLowerCase() !== "k") return;
      // The browser's own search field.
      event.preventDefault();
      if (!event.repeat) search();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [search]);
  return {
    Palette: Loaded === null ? null : <Loaded person={person} calls={calls} />,
    search,
  };
}
