"use client";

import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import classes from "./questions-grid.module.css";

const SEARCH_DELAY_MS = 250;

/** The search field: asks once someone pauses; what is typed is never replaced while the field has the focus. */
export function SearchBox({
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
    <span className={classes.search} data-busy={busy || undefined}>
      <IconSearch size={15} aria-hidden />
      <input
        ref={inputRef}
        type="search"
        aria-label="Search in questions and answers"
        placeholder="Search in questions and answers"
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
    </span>
  );
}
