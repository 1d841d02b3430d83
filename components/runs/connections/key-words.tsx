import { Text } from "@mantine/core";
import { KEY_VARIABLE } from "@/lib/platform/fields";
import type { KeyView } from "@/lib/runs/connections/queries";

/** Where a connection's key is, in words: never more of it than its last four characters. */
export function keyWords({ source, state, variable, hint }: KeyView): string {
  if (source === "none") return "None";
  const where = source === "environment" ? variable : hint;
  switch (state) {
    case "missing":
      return KEY_VARIABLE.test(variable) ? `${where} not set` : `${where} may not be used`;
    case "lost":
      return `${where}, lost`;
    default:
      return where;
  }
}

/** The same as a cell; red where the key cannot be had. */
export function KeyWords({ of: key }: { of: KeyView }) {
  const wrong = key.state === "missing" || key.state === "lost";
  return (
    <Text span inherit {...(wrong && { c: "var(--mantine-color-error)", fw: 550 })}>
      {keyWords(key)}
    </Text>
  );
}
