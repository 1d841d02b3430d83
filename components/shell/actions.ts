import { may, type Permission } from "@/lib/people/access/policy";
import type { Role } from "@/lib/people/access/roles";
import type { Entry } from "./palette-match";

interface Action extends Entry {
  needs: Permission;
}

/** What people begin by a search (Ctrl+K), and pages that the navigation does not list. */
const ACTIONS: readonly Action[] = [
  {
    href: "/write/new",
    label: "Write question",
    also: "new draft contribute submit",
    needs: "submissions.write",
  },
  { href: "/questions/new", label: "New question", also: "add create", needs: "questions.edit" },
  {
    href: "/refresh/desk",
    label: "Refresh answers",
    also: "verify due overdue",
    needs: "reviews.work",
  },
  {
    href: "/imports",
    label: "Import file",
    also: "release csv xlsx json upload sheet",
    needs: "imports.manage",
  },
  {
    href: "/releases/new",
    label: "Publish release",
    also: "snapshot version",
    needs: "releases.publish",
  },
  {
    href: "/releases/compare",
    label: "Compare releases",
    also: "difference changes",
    needs: "releases.read",
  },
  {
    href: "/questions/as-of",
    label: "Dataset on a date",
    also: "history download export past as of",
    needs: "questions.read",
  },
  { href: "/splits", label: "Splits", also: "assign sample test dev demo", needs: "splits.manage" },
  {
    href: "/contributions",
    label: "Contributions",
    also: "annotators counts pay",
    needs: "contributions.read",
  },
  {
    href: "/adjudication/desk",
    label: "Adjudicate",
    also: "disagreements final verdict",
    needs: "ratings.adjudicate",
  },
  {
    href: "/campaigns/new",
    label: "New campaign",
    also: "plan human evaluation",
    needs: "campaigns.manage",
  },
  { href: "/models/new", label: "Add model", also: "new", needs: "runs.manage" },
  { href: "/runs/new", label: "Add run", also: "new import responses", needs: "runs.manage" },
  { href: "/methods/new", label: "Add method", also: "new prompt", needs: "methods.manage" },
  {
    href: "/evaluators/new",
    label: "Add evaluator",
    also: "new judge fresheval",
    needs: "methods.manage",
  },
  {
    href: "/jobs/new",
    label: "New job",
    also: "generate responses evaluate",
    needs: "jobs.manage",
  },
  { href: "/reports/accuracy", label: "Accuracy", also: "report", needs: "reports.read" },
  {
    href: "/reports/accuracy/over-time",
    label: "Accuracy over time",
    also: "report",
    needs: "reports.read",
  },
  {
    href: "/reports/compare",
    label: "Compare runs",
    also: "report significance",
    needs: "reports.read",
  },
  {
    href: "/reports/agreement",
    label: "Agreement",
    also: "report kappa alpha",
    needs: "reports.read",
  },
  {
    href: "/reports/agreement/file",
    label: "Agreement from a file",
    also: "report kappa alpha upload",
    needs: "reports.read",
  },
  {
    href: "/reports/protocols",
    label: "Protocols report",
    also: "campaigns levels preferences",
    needs: "reports.read",
  },
  {
    href: "/reports/how",
    label: "How numbers are computed",
    also: "method statistics intervals",
    needs: "reports.read",
  },
  {
    href: "/connections/new",
    label: "Add connection",
    also: "new service key api",
    needs: "connections.manage",
  },
  {
    href: "/account",
    label: "Account settings",
    also: "password profile name email sessions",
    needs: "account.manage",
  },
];

/** The actions that a person's roles open. */
export function actionsOf(person: { roles: readonly Role[] }): Action[] {
  return ACTIONS.filter(({ needs }) => may(person, needs));
}
