"use client";

import { createContext, Fragment, useContext, type ReactNode } from "react";

/** The fields of a report's form by name, as its address would have them. */
export type Options = Readonly<Record<string, string>>;

const Chosen = createContext<Options | null>(null);

/** Has the fields of a form begin with what was chosen before a reload. @param value null: with what the report shows */
export function ChosenOptions({ value, children }: { value: Options | null; children: ReactNode }) {
  // Their fields read what they begin with once: they begin again with what was kept.
  return (
    <Chosen value={value}>
      <Fragment key={JSON.stringify(value)}>{children}</Fragment>
    </Chosen>
  );
}

/** What is chosen in a form now; null: it is not there. */
export function optionsOf(form: HTMLFormElement | null): Options | null {
  if (form === null) return null;
  const options: Record<string, string> = {};
  for (const [name, value] of new FormData(form))
    if (typeof value === "string") options[name] = value;
  return options;
}

/** Reads what was kept; what is no text is left out. */
export function readOptions(kept: unknown): Options | null {
  if (typeof kept !== "object" || kept === null) return null;
  return Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** Says what a field begins with: what was chosen in it before a reload, else what the report shows. */
export function useChosen(): {
  (name: string, shown: string): string;
  list: (name: string, shown: readonly (string | number)[]) => string[];
} {
  const options = useContext(Chosen);
  const one = (name: string, shown: string) => options?.[name] ?? shown;
  return Object.assign(one, {
    list: (name: string, shown: readonly (string | number)[]) =>
      options?.[name]?.split(",").filter((value) => value !== "") ?? shown.map(String),
  });
}
