"use client";

import { Avatar, VisuallyHidden } from "@mantine/core";
import type { Doing } from "@/lib/platform/live/messages";
import classes from "./presence.module.css";
import { useTopic, type Person } from "./use-live";

/** As many are shown by their initials; the others are counted. */
const MOST_SHOWN = 4;

const WORDS: Record<Doing, string> = { viewing: "viewing", editing: "editing" };

/**
 * Who else is at a topic, live.
 * @param doing as what the reader is seen there
 */
export function Presence({ topic, doing = "viewing" }: { topic: string; doing?: Doing }) {
  return <People people={useTopic(topic, doing)?.people ?? []} />;
}

/** Others who are at something, by their initials; whoever edits it is named. */
export function People({ people }: { people: readonly Person[] }) {
  const editing = people.filter((person) => person.doing === "editing");
  const words = people.map((person) => `${person.name} is ${WORDS[person.doing]}`).join(", ");
  return (
    <span className={classes.presence}>
      <VisuallyHidden role="status">{words}</VisuallyHidden>
      {people.slice(0, MOST_SHOWN).map((person) => (
        <Avatar
          key={person.id}
          size={24}
          name={person.name}
          color="initials"
          className={classes.avatar}
          data-editing={person.doing === "editing" || undefined}
          title={`${person.name} is ${WORDS[person.doing]}`}
          aria-hidden
        />
      ))}
      {people.length > MOST_SHOWN && (
        <span className={classes.more} aria-hidden>
          +{people.length - MOST_SHOWN}
        </span>
      )}
      {editing.length > 0 && (
        <span className={classes.words} aria-hidden>
          {editing.length === 1 ? `${editing[0]!.name} is editing` : `${editing.length} editing`}
        </span>
      )}
    </span>
  );
}
