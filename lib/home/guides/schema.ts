import type { Role } from "@/lib/people/access/roles";

/** The guides of docs/guides that the product shows under Help, in their order. */
export const GUIDES = {
  maintainer: { title: "Maintainers", about: "Import, keep answers true, publish, plan campaigns" },
  annotator: { title: "Annotators", about: "Write questions and send them for review" },
  rater: { title: "Raters", about: "Training, rating, corrections" },
  adjudicator: { title: "Adjudicators", about: "Decide where raters disagree" },
  researcher: { title: "Researchers", about: "Run models, read and cite results" },
  admin: { title: "Admins", about: "Connections, members, audit log" },
  glossary: { title: "Glossary", about: "The words of the workbench" },
} as const satisfies Record<Role | "glossary", { title: string; about: string }>;

export type GuideName = keyof typeof GUIDES;

/** What is named by an address; null: no guide is. */
export function guideNamed(name: string): GuideName | null {
  return Object.hasOwn(GUIDES, name) ? (name as GuideName) : null;
}
