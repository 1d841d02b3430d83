import type { Role } from "@/lib/people/access/roles";
import { anchorOf } from "@/lib/platform/anchor";

/** The guides of docs/guides that the product shows under Help, in their order. */
export const GUIDES = {
  "first-benchmark": {
    title: "Your first benchmark",
    about: "From a CSV file to a leaderboard, step by step",
  },
  maintainer: { title: "Maintainers", about: "Import, keep answers true, publish, plan campaigns" },
  annotator: { title: "Annotators", about: "Write questions and send them for review" },
  rater: { title: "Raters", about: "Training, rating, corrections" },
  adjudicator: { title: "Adjudicators", about: "Decide where raters disagree" },
  researcher: { title: "Researchers", about: "Run models, read and cite results" },
  admin: { title: "Admins", about: "Connections, members, audit log" },
  glossary: { title: "Glossary", about: "The words of the workbench" },
} as const satisfies Record<
  Role | "first-benchmark" | "glossary",
  { title: string; about: string }
>;

export type GuideName = keyof typeof GUIDES;

/** Where a heading of a guide is read. */
export const guideAddress = (guide: GuideName, heading: string): string =>
  `/help/${guide}#${anchorOf(heading)}`;

/** What is named by an address; null: no guide is. */
export function guideNamed(name: string): GuideName | null {
  return Object.hasOwn(GUIDES, name) ? (name as GuideName) : null;
}
