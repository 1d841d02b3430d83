"use client";

import "@mantine/spotlight/styles.css";
import { Input, Kbd, Text, VisuallyHidden } from "@mantine/core";
import { createSpotlight, Spotlight, useSpotlight } from "@mantine/spotlight";
import {
  IconArrowRight,
  IconClipboardCheck,
  IconHistory,
  IconListDetails,
  IconPackages,
  IconRobot,
  IconSearch,
  IconUser,
} from "@tabler/icons-react";
import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
} from "react";
import { recentKey } from "@/components/ui/device-keys";
import { Link } from "@/components/ui/link";
import { FOUND_KINDS, type Found, type FoundKind } from "@/lib/home/quick-search/schema";
import type { Role } from "@/lib/people/access/roles";
import { actionsOf } from "./actions";
import classes from "./command-palette.module.css";
import { matching } from "./palette-match";
import { pagesOf } from "./places";
import { readRecent, remember, type Recent } from "./recent";
import { useFound } from "./use-found";
import { addressOf } from "@/lib/platform/address";

const [store, palette] = createSpotlight();

const KINDS: Record<FoundKind, { title: string; icon: typeof IconSearch }> = {
  question: { title: "Questions", icon: IconListDetails },
  release: { title: "Releases", icon: IconPackages },
  run: { title: "Model runs", icon: IconRobot },
  campaign: { title: "Campaigns", icon: IconClipboardCheck },
  person: { title: "Members", icon: IconUser },
};

/** One line of the list. */
interface Choice {
  href: string;
  label: string;
  note: string;
  icon: ComponentType<{ size: number; stroke: number }>;
}

interface Group {
  title: string;
  choices: Choice[];
}

export interface CommandPaletteProps {
  person: { userId: number; roles: readonly Role[] };
  /** Counts the calls: each opens it, or closes it where it is open. */
  calls: number;
}

/**
 * The search of Ctrl+K: pages and actions from here, everything with a name from the server. Its script is loaded when it
 * is first called.
 */
export function CommandPalette({ person, calls }: CommandPaletteProps) {
  const { opened } = useSpotlight(store);
  /** The line that Enter opens: the first, until an arrow chooses another. */
  const [selected, setSelected] = useState(0);
  const [typed, setTyped] = useState("");
  /** The place to go to, followed once the list is closed. */
  const [target, setTarget] = useState<string | null>(null);
  const follow = useRef<HTMLAnchorElement>(null);
  const listId = useId();
  const { found, state } = useFound(opened ? typed.trim() : "");

  const recent = useMemo(
    () => (opened ? readRecent(recentKey(person.userId)) : []),
    [opened, person.userId],
  );
  const answered = useRef(0);
  useEffect(() => {
    if (answered.current === calls) return;
    answered.current = calls;
    palette.toggle();
  }, [calls]);
  useEffect(() => {
    // A click on a link, so that a form with unsaved changes asks first as it does for every other link.
    if (target !== null && !opened) follow.current?.click();
  }, [target, opened]);

  const groups = typed.trim() === "" ? [recentGroup(recent), pagesAndActions(person)] : search();
  let count = 0;
  const shown = groups
    .filter(({ choices }) => choices.length > 0)
    .map(({ title, choices }) => ({
      title,
      choices: choices.map((choice) => ({ choice, index: count++ })),
    }));
  const lines = shown.flatMap(({ title, choices }) =>
    choices.map(({ choice }) => ({ choice, kind: title })),
  );
  const at = Math.min(selected, count - 1);
  useEffect(() => {
    if (opened) document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [opened, listId, at]);

  function search(): Group[] {
    const pages = matching(pagesAndActions(person).choices, typed).slice(0, 8);
    const named = FOUND_KINDS.map((kind) => ({
      title: KINDS[kind].title,
      choices: found.filter((one) => one.kind === kind).map(choiceOf),
    }));
    const all: Choice = {
      href: addressOf("/questions", { q: typed.trim() }),
      label: `Search all questions for “${typed.trim()}”`,
      note: "",
      icon: IconSearch,
    };
    return [
      { title: "Pages and actions", choices: pages },
      ...named,
      { title: "Search", choices: [all] },
    ];
  }
  function type(text: string) {
    setTyped(text);
    setSelected(0);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || count === 0) return;
    if (event.key === "ArrowDown") setSelected((at + 1) % count);
    else if (event.key === "ArrowUp") setSelected((at - 1 + count) % count);
    else if (event.key === "Enter") choose(lines[at]!.choice, lines[at]!.kind);
    else return;
    event.preventDefault();
  }
  function choose(choice: Choice, kind: string) {
    const { href, label, note } = choice;
    remember(recentKey(person.userId), { href, label, note: note || kind });
    setTarget(null);
    palette.close();
    // Chosen twice in a row, the same place is still a change.
    queueMicrotask(() => setTarget(href));
  }

  return (
    <>
      <Link ref={follow} href={target ?? "/"} hidden tabIndex={-1} aria-hidden />
      <Spotlight.Root
        store={store}
        query={typed}
        onQueryChange={type}
        shortcut={null}
        centered={false}
        yOffset="8dvh"
        transitionProps={{ duration: 0 }}
        overlayProps={{ backgroundOpacity: 0.35 }}
        aria-label="Search the workbench"
      >
        <Input
          size="lg"
          variant="unstyled"
          className={classes.search}
          data-autofocus
          placeholder="Search pages, questions, releases, runs…"
          aria-label="Search the workbench"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={count > 0 ? `${listId}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div id={listId} role="listbox" aria-label="Results" className={classes.list}>
          {shown.map(({ title, choices }) => (
            <div key={title} role="group" aria-label={title}>
              <div className={classes.group} aria-hidden>
                {title}
              </div>
              {choices.map(({ choice, index }) => (
                // Keys reach a line through the field: it is named by aria-activedescendant.
                // eslint-disable-next-line jsx-a11y/click-events-have-key-events
                <div
                  key={`${choice.href} ${choice.label}`}
                  tabIndex={-1}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={index === at}
                  className={classes.choice}
                  // The focus stays where one types.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(choice, title)}
                >
                  <choice.icon size={18} stroke={1.7} />
                  <span className={classes.label}>{choice.label}</span>
                  {choice.note !== "" && <span className={classes.note}>{choice.note}</span>}
                </div>
              ))}
            </div>
          ))}
        </div>
        <Spotlight.Footer className={classes.footer}>
          <Text fz="sm" c="dimmed" role="status">
            {state === "failed"
              ? "Search unavailable. Pages and actions are still listed."
              : state === "loading"
                ? "Searching…"
                : ""}
            <VisuallyHidden>{state === "done" && `${count} results`}</VisuallyHidden>
          </Text>
          <Text fz="xs" c="dimmed" className={classes.keys} aria-hidden>
            <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> move <Kbd size="xs">Enter</Kbd> open{" "}
            <Kbd size="xs">Esc</Kbd> close
          </Text>
        </Spotlight.Footer>
      </Spotlight.Root>
    </>
  );
}

const choiceOf = ({ kind, href, label, note }: Found): Choice => ({
  href,
  label,
  note,
  icon: KINDS[kind].icon,
});

const recentGroup = (recent: readonly Recent[]): Group => ({
  title: "Recent",
  choices: recent.map((one) => ({ ...one, icon: IconHistory })),
});

/** The pages of the navigation, each with the group it is in, and the actions behind them. */
function pagesAndActions(person: { roles: readonly Role[] }) {
  const places = pagesOf(person).map(({ href, label, title, also, icon, group }) => ({
    href,
    label: title ?? label,
    also: also ?? "",
    icon,
    note: group,
  }));
  const actions = actionsOf(person).map(({ href, label, also }) => ({
    href,
    label,
    also,
    note: "",
    icon: IconArrowRight,
  }));
  return { title: "Pages and actions", choices: [...places, ...actions] };
}
