import { z } from "zod";
import { searchText } from "@/lib/platform/text";

/** The kinds of things that a search across the workbench finds, in the order in which they are shown. */
export const FOUND_KINDS = ["question", "release", "run", "campaign", "person"] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

/** One thing that was found, with the page to open. */
export interface Found {
  kind: FoundKind;
  href: string;
  label: string;
  /** What tells it from others of its name: "Q17", "600 questions", an email. */
  note: string;
}

/** Results of one kind at most: those beyond are found on the page of their kind. */
export const MAX_OF_A_KIND = 6;

/** What is searched for, as an address has it. */
export const quickSearchSchema = z.object({ q: searchText(200) });
