import { withoutAround } from "@/lib/platform/text";

/** What an automatic evaluator's reply comes to. Only `parsed` is a verdict; the others never count as incorrect. */
export type Reading =
  | { state: "parsed"; correct: boolean; comment: string }
  /** No verdict in the form that the prompt asks for, or two that disagree. */
  | { state: "unparsed" }
  /** The model stopped at its limit of tokens: what looks like a verdict may be cut. */
  | { state: "truncated" };

/** What a verdict follows, anywhere in a line, as FreshEval's notebooks accept it. */
const LABEL = /\bevaluation\b\W*?:/i;
/** The closing sentence of a comment, which decides where no line does. */
const CREDITED = /thus[\W_]+the[\W_]+response[\W_]+is[\W_]+(not[\W_]+)?credited/gi;
/** Emphasis, quotes and punctuation around the one word of a verdict. */
const BEFORE = /[\s*_`"'“”‘’([{<]/;
const BEHIND = /[\s*_`"'“”‘’)\]}>.!,;:]/;

/**
 * Reads FreshEval's reply: a comment, then a line "evaluation: correct" or "evaluation: incorrect". Capitals,
 * punctuation and Markdown around the verdict are accepted; "not correct" and "partially correct" are not. Several
 * lines must agree, and so must several verdicts in one line: a reply that quotes the form has none. Without a readable line the sentence "Thus, the response is (not) credited." decides.
 * Source: the notebooks of FreshLLMs (arXiv 2310.03214), which take the last token of the last such line and end at
 * "correct."; the difference is that no verdict is ever read out of a line that says something else.
 * @param finish why the model stopped, as the model API said.
 */
export function readFreshEval(reply: string, finish: "stop" | "length" | "other"): Reading {
  if (finish === "length") return { state: "truncated" };
  const lines = reply.split(/\r\n|[\n\r]/);
  const said = lines.flatMap((line, index) =>
    line
      .split(LABEL)
      .slice(1)
      .map((rest) => ({ index, verdict: wordOf(rest.trim()) })),
  );
  const verdicts = new Set(said.map(({ verdict }) => verdict));
  const [only] = verdicts;
  if (said.length > 0) {
    if (verdicts.size > 1 || (only !== "correct" && only !== "incorrect"))
      return { state: "unparsed" };
    return parsed(only === "correct", lines.slice(0, said[0]!.index).join("\n"));
  }
  const closing = new Set([...reply.matchAll(CREDITED)].map(([, not]) => not === undefined));
  if (closing.size !== 1) return { state: "unparsed" };
  return parsed(closing.has(true), reply);
}

/** The one word of a verdict without what is around it; a text that is longer than any verdict stays what it is. */
function wordOf(text: string): string {
  return text.length > 80 ? text : withoutAround(text, BEFORE, BEHIND).toLowerCase();
}

function parsed(correct: boolean, comment: string): Reading {
  return { state: "parsed", correct, comment: comment.replace(/^\W*comment\W*?:/i, "").trim() };
}
