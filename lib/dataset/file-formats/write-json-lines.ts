import type { ExportRow } from "./release-file";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";

const KEYS = RELEASE_COLUMNS.map((name) => `,${JSON.stringify(name)}:`);

/**
 * Writes rows as JSON Lines, one piece of text a batch: an object a line with the question's id and revision, then the
 * twenty fields of a release as texts, untouched. Every line ends in LF.
 */
export async function* writeJsonLines(
  rows: AsyncIterable<readonly ExportRow[]> | Iterable<readonly ExportRow[]>,
): AsyncGenerator<string> {
  for await (const batch of rows) {
    let text = "";
    for (const { questionId, revision, cells } of batch) {
      text += `{"question_id":${JSON.stringify(questionId)},"revision":${revision}`;
      for (let at = 0; at < KEYS.length; at++) text += KEYS[at]! + JSON.stringify(cells[at]!);
      text += "}\n";
    }
    yield text;
  }
}
