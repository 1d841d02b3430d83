/** Something that is wrong in a form. */
export interface Problem {
  /** The name of the field, as its label says it. */
  name: string;
  /** What to do about it; "" where the field alone is marked. */
  words: string;
  /** Where the focus goes. */
  field: HTMLElement;
}

/** The marks of what is wrong: of a field, of the kit's groups of choices, and of our own fieldsets. */
const MARKED =
  "[aria-invalid=true], [role=radiogroup][aria-describedby*='-error'], [role=group][aria-describedby*='-error'], [data-wrong]";
/** The attributes that these marks are made of. */
export const MARKS = ["aria-invalid", "aria-describedby", "data-wrong"];

const wordsOf = (element: Element | null | undefined) =>
  (element?.textContent ?? "")
    .replace(/\s+/g, " ")
    .replace(/\s*\*\s*$/, "")
    .trim();
const wordsOfIds = (ids: string | null) =>
  (ids ?? "")
    .split(" ")
    .map((id) => wordsOf(document.getElementById(id)))
    .join(" ")
    .trim();

/** The problems of a form in the order of its fields. A list whose lines want the same has one problem. */
export function problemsIn(form: HTMLElement): Problem[] {
  const problems: Problem[] = [];
  const add = (problem: Problem) => {
    const { name, words } = problem;
    if (!problems.some((one) => one.name === name && one.words === words)) problems.push(problem);
  };
  for (const marked of form.querySelectorAll<HTMLElement>(MARKED)) {
    if (marked.closest("[hidden]") !== null) continue;
    const field = marked.matches("input, textarea, select, button")
      ? marked
      : (marked.querySelector<HTMLElement>("input, textarea, select, button") ?? marked);
    if (marked.matches("[data-wrong]")) {
      const words = wordsOf(marked.querySelector("[role=alert]"));
      add({ name: wordsOf(marked.querySelector("legend")), words, field });
      continue;
    }
    const list = marked.closest("fieldset");
    const shared = list?.querySelector("[data-shared-problem]");
    const own = (marked.getAttribute("aria-describedby") ?? "").split(" ");
    const words = wordsOfIds(own.filter((id) => id.endsWith("-error")).join(" "));
    if (words === "" && shared)
      add({ name: wordsOf(list!.querySelector("legend")), words: wordsOf(shared), field });
    else add({ name: nameOf(marked), words, field });
  }
  return problems;
}

/** Unfolds whatever a field is folded away in. */
export function unfold(field: Element): void {
  for (let at = field.closest("details"); at; at = at.parentElement?.closest("details") ?? null)
    at.open = true;
}

/** The name of a field, of the few ways in which ours are named. */
function nameOf(field: Element): string {
  const label = field.getAttribute("aria-label");
  if (label !== null) return label;
  const named = wordsOfIds(field.getAttribute("aria-labelledby"));
  if (named !== "" || field.id === "") return named;
  return wordsOf(document.querySelector(`label[for="${CSS.escape(field.id)}"]`));
}
