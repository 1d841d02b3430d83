/*
 * What a question's head says, written a second time for tests, from the nineteen raw cells of its last revision:
 * character by character, cell by cell. The product writes heads in several ways (ledger, imports, COPY).
 */

const COLUMNS = ["split", "question", "effective_year", "next_review", "false_premise"];
const ANSWERS_FROM = 8;

/** The columns of a head that follow from the cells; the schedule is not among them: only the import knew its year. */
export function expectedHead(cells: readonly string[]) {
  const [split, question, year] = COLUMNS.map((_, at) => cells[at]!.trim()) as [
    string,
    string,
    string,
  ];
  const answers = cells
    .slice(ANSWERS_FROM, ANSWERS_FROM + 10)
    .map((cell) => cell.trim())
    .filter((answer) => answer.length > 0);
  const [number] = /\d{4}/.exec(year) ?? [null];
  return {
    question,
    normalized: words(question),
    primaryAnswer: answers[0] ?? "",
    searchText: plain([question, ...answers].join(" • ")),
    evidenceHosts: hosts(cells[7]!),
    split: split === "" ? null : split.toUpperCase(),
    falsePremise: cells[4]!.trim().toLowerCase() === "true",
    hops: kebab(cells[5]!),
    factType: kebab(cells[6]!),
    effectiveYear: number === null ? null : Number(number),
    effectiveBefore: /^before/i.test(year),
  };
}

/** "One hop" and "one_hop" are "one-hop". */
const kebab = (cell: string) =>
  cell
    .trim()
    .toLowerCase()
    .split(/[\s_-]+/)
    .join("-");

/** Lower case without accents. */
function plain(text: string): string {
  let kept = "";
  for (const character of text.normalize("NFKD")) {
    const code = character.codePointAt(0)!;
    if (code < 0x300 || code > 0x36f) kept += character;
  }
  return kept.normalize("NFKC").toLowerCase();
}

/** The words alone; a text of signs alone is left as it is. */
function words(text: string): string {
  let spaced = "";
  for (const character of plain(text))
    spaced += /\p{P}|\p{Z}|\p{C}/u.test(character) ? " " : character;
  const found = spaced.split(" ").filter((word) => word !== "");
  return found.length > 0 ? found.join(" ") : plain(text).trim();
}

function hosts(cell: string): string[] {
  const found: string[] = [];
  for (const line of cell.split(/[\r\n]+/)) {
    if (!/^\s*https?:/i.test(line)) continue;
    const host = new URL(line.trim()).hostname.replace(/^www\./, "");
    if (!found.includes(host)) found.push(host);
  }
  return found;
}
