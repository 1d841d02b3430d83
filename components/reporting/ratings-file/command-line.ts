import { columnsOf, type Choices } from "./choices";

/** The command that computes the same: options that are their own defaults are left out. */
export function commandLine(fileName: string, choices: Choices, readAs: string): string {
  const { kind, columns, level, order, missing, cannotTell, tie, unordered } = choices;
  const quoted = (text: string) =>
    /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
  const option = (name: string, text: string) =>
    text.trim() === "" ? [] : [`--${name}`, quoted(text)];
  return [
    "npm run --silent freshqa -- agreement",
    quoted(fileName),
    ...(kind === "ratings" ? [] : ["--kind", kind]),
    ...columnsOf(choices).flatMap((name) => option(name, columns[name] ?? "")),
    ...(kind === "ratings" && level !== "nominal" ? ["--level", level] : []),
    ...(kind === "ratings" && level !== "interval" ? option("order", order) : []),
    ...(kind === "pairs" ? option("tie", tie) : []),
    ...(kind === "pairs" && unordered ? ["--unordered"] : []),
    ...option("missing", missing),
    ...option("cannot-tell", cannotTell),
    ...(readAs === "" ? [] : ["--read-as", readAs]),
  ].join(" ");
}
