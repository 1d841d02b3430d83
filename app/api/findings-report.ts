import { attachment, streamBody } from "@/app/api/download";
import type { FindingWords } from "@/lib/dataset/file-formats/finding-messages";
import type { Finding } from "@/lib/dataset/file-formats/release-file";
import { writeFindingsCsv } from "@/lib/dataset/file-formats/write-findings-csv";

/**
 * Answers with what was found in a file that came in, as a CSV report.
 * @param of what the report is called behind the file's name
 * @param finding the finding that a row of the batches is, with its words
 */
export async function findingsReport<Row>(
  fileName: string,
  of: "findings" | "problems",
  batches: AsyncIterable<Row[]>,
  finding: (row: Row) => Finding & { words: FindingWords },
): Promise<Response> {
  async function* findings() {
    for await (const batch of batches) yield* batch.map(finding);
  }
  const stem = fileName.replace(/\.[^.]*$/, "").replace(/[^\w.-]+/g, "_");
  return new Response(await streamBody(writeFindingsCsv(findings(), ({ words }) => words)), {
    headers: {
      ...attachment(`${stem}-${of}.csv`, "text/csv; charset=utf-8"),
      "cache-control": "no-store",
    },
  });
}
