import { none } from "stream-chain/defs.js";
import { jsonParser, type Token } from "stream-json/core/parser.js";

/** Reads JSON text bit by bit. `write` throws if the text so far is not JSON, `end` if it is not complete. */
export interface JsonTokenizer {
  write(text: string): readonly Token[];
  end(): readonly Token[];
}

/** stream-json's tokenizer: strict JSON, keys and strings whole, numbers as the text they have in the file. */
export function jsonTokenizer(): JsonTokenizer {
  const parse = jsonParser({ streamValues: false });
  const tokens = (found: unknown): readonly Token[] => (isMany(found) ? found.values : []);
  return { write: (text) => tokens(parse(text)), end: () => tokens(parse(none as never)) };
}

function isMany(found: unknown): found is { values: Token[] } {
  return typeof found === "object" && found !== null && "values" in found;
}
