"use client";

import { useMediaQuery } from "@mantine/hooks";
import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { BesideContext, type Beside } from "@/components/dataset/questions/use-beside";
import { part, WhenWanted } from "@/components/ui/when-wanted";
import classes from "./beside.module.css";
import { useBesideQuestions } from "./use-beside-questions";
import { changedAddress } from "@/lib/platform/address";
import { readQuestionId } from "@/lib/dataset/questions/address";

const QuestionPanel = part(async () => ({
  default: (await import("./question-panel")).QuestionPanel,
}));

const NarrowPanel = part(async () => ({ default: (await import("./narrow-panel")).NarrowPanel }));

/** In the address: the question that the panel shows. */
const PARAMETER = "beside";

interface BesideProviderProps {
  userId: number;
  mayEdit: boolean;
  children: ReactNode;
}

/**
 * A list of questions, and beside it the one at the cursor with evidence, discussion and history; on a phone below it.
 * Escape closes it, F6 goes there and back.
 */
export function BesideProvider({ userId, mayEdit, children }: BesideProviderProps) {
  const pathname = usePathname();
  const params = useSearchParams();
  const [id, setId] = useState(() => readQuestionId(params.get(PARAMETER) ?? ""));
  const questions = useBesideQuestions(id);
  const narrow = useMediaQuery("(max-width: 62em)") ?? false;
  const panel = useRef<HTMLElement>(null);
  /** What had the focus in the list. */
  const left = useRef<HTMLElement | null>(null);

  // The list's own addresses know nothing of the panel: it is put into each of them.
  const shown = params.get(PARAMETER);
  useEffect(() => {
    const wanted = id === null ? null : `Q${id}`;
    if (shown === wanted) return;
    window.history.replaceState(
      null,
      "",
      changedAddress(pathname, params, { [PARAMETER]: wanted }),
    );
  }, [id, shown, params, pathname]);

  const back = useCallback(() => {
    const at = document.activeElement;
    // Nowhere: a field of the panel was left by Escape.
    if (at === document.body || panel.current?.contains(at)) left.current?.focus();
  }, []);
  const close = useCallback(() => {
    back();
    setId(null);
  }, [back]);
  const { prefetch } = questions;
  const beside = useMemo(
    (): Beside => ({
      id,
      toggle: (next) => setId((before) => (before === next ? null : next)),
      follow: (next, near = []) => {
        setId((before) => (before === null ? null : next));
        if (id !== null) prefetch(near);
      },
      close,
    }),
    [id, close, prefetch],
  );

  const open = id !== null;
  useEffect(() => {
    if (!open) return;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      if (event.key === "Escape") close();
      else if (event.key === "F6") {
        if (panel.current?.contains(document.activeElement)) back();
        else {
          left.current = document.activeElement as HTMLElement | null;
          panel.current?.focus();
        }
      } else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [open, close, back]);

  const content = open && (
    <QuestionPanel
      key={id}
      questionId={id}
      userId={userId}
      mayEdit={mayEdit}
      loaded={questions.current}
      onReload={questions.reload}
      onClose={close}
    />
  );
  return (
    <BesideContext value={beside}>
      <div className={classes.beside} data-open={(open && !narrow) || undefined}>
        <div
          className={classes.list}
          onFocus={(event) => {
            left.current = event.target;
          }}
        >
          {children}
        </div>
        {open && !narrow && (
          <aside
            ref={panel}
            className={classes.panel}
            aria-label={`Q${id}`}
            // F6 and screen readers go to it as a whole.
            tabIndex={-1}
          >
            {content}
          </aside>
        )}
      </div>
      <WhenWanted wanted={open && narrow}>
        <NarrowPanel
          opened={open && narrow}
          onClose={close}
          label={id === null ? "Question" : `Q${id}`}
        >
          {narrow && content}
        </NarrowPanel>
      </WhenWanted>
    </BesideContext>
  );
}
