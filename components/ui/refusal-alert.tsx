"use client";

import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useRef, type ReactNode } from "react";
import { titleOf } from "@/lib/platform/lost-answers";
import type { Refusal } from "@/lib/platform/result";
import { PlainAlert } from "./plain-alert";
import classes from "./refusal-alert.module.css";
import type { Command } from "./use-command";

/** What is shown of a command. */
type Shown = Pick<Command, "refusal" | "title" | "turn" | "dismiss">;

interface RefusalAlertProps {
  /** The command; of several, the one that was tried last. */
  of?: Shown | readonly Shown[];
  /** In place of a command: what a desk, or another sender of requests, was refused. */
  refusal?: Refusal | null;
  /** What was not done; not said where no one knows. By default the title of the command. */
  title?: string;
  /** Fields that a form shows beside their inputs, so that they are not told twice. */
  shownFields?: readonly string[];
  /** What the reader can do about it. */
  children?: ReactNode;
  /** Whether it can be closed: where it stands for long beside other things. */
  closable?: boolean;
  onClose?: () => void;
}

/** Shows why something was refused and moves into view; its role reads it out. */
export function RefusalAlert({
  of: commands = [],
  refusal: given,
  title: titleGiven,
  shownFields = [],
  children,
  closable = false,
  onClose: close,
}: RefusalAlertProps) {
  const last = [commands]
    .flat()
    .reduce<Shown | null>(
      (one, other) => (one === null || other.turn > one.turn ? other : one),
      null,
    );
  const refusal = given ?? last?.refusal ?? null;
  const title = titleGiven ?? last?.title ?? "Something went wrong";
  const onClose = close ?? (closable ? last?.dismiss : undefined);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusal !== null) box.current?.scrollIntoView({ block: "nearest" });
  }, [refusal]);
  const fields = Object.entries(refusal?.fields ?? {}).filter(
    ([field]) => field !== "" && !shownFields.includes(field),
  );
  return (
    // Without a refusal it is no item of a stack, which would leave a gap for it.
    <div ref={box} hidden={refusal === null}>
      {refusal !== null && (
        <PlainAlert
          color="red"
          title={titleOf(refusal, title)}
          icon={<IconAlertTriangle aria-hidden />}
          onClose={onClose}
        >
          {refusal.message}
          {fields.length > 0 && (
            <ul className={classes.fields}>
              {fields.map(([field, words]) => (
                <li key={field}>{words}</li>
              ))}
            </ul>
          )}
          {children}
        </PlainAlert>
      )}
    </div>
  );
}
