import type pg from "pg";
import { parseGrid, SORTABLE_COLUMNS } from "@/lib/dataset/questions/grid";
import { figure, median, medians } from "./report";
import type { ServedProduct } from "./served";

const AIM = 2;

/** Two letters in the middle of a word change places. */
const mistype = (word: string) =>
  word.replace(/^(.{3})(.)(.)/, (_, start: string, a: string, b: string) => start + b + a);

/**
 * Pages, windows, orders, filters and searches of the grid as it is served. Their statements, run one after the other, are
 * beside the best plan on the leanest table: fifty neighbors of a table in just that order, or what its text index
 * finds of a word that is spelled right. The whole answer is beside that and a page of this server without rows. A frequent word
 * is in every thirteenth question or so, a rare one in a few.
 */
export async function benchGrid(
  product: ServedProduct,
  client: pg.Client,
  rows: number,
): Promise<void> {
  // The statements are built by the module that the page uses; it connects only when asked to run one.
  const { gridStatements, resolveSearch } = await import("@/lib/dataset/questions/queries");
  // As autovacuum does a while after rows have come.
  await client.query("VACUUM ANALYZE question_heads");
  await client.query("VACUUM ANALYZE search_words");
  await client.query("VACUUM ANALYZE revisions");
  const { rows: any } = await client.query<{ question: string; id: number; url: string }>(
    `SELECT h.question, h.question_id AS id, split_part(substring(array_to_string(r.cells, ' ') FROM 'https://\\S+'), '#', 1) AS url
     FROM question_heads h JOIN revisions r ON r.id = h.revision_id ORDER BY h.question_id OFFSET 777 LIMIT 1`,
  );
  const rare = any[0]!.question.replace(/^.* in (\S+ \S+),.*$/, "$1");
  const frequent = "telescope";
  const lastPage = Math.max(1, Math.floor(rows / 50));
  const pages: Record<string, [query: string, word?: string]> = {
    "page 1": [""],
    "page in the middle": [`page=${Math.ceil(lastPage / 2)}`],
    "last page": [`page=${lastPage}`],
    "three filters": ["category=fast-changing&hops=multi-hop&split=TEST"],
    "overdue ones": ["overdue=1"],
    ...Object.fromEntries(
      SORTABLE_COLUMNS.flatMap((column) => [column, `-${column}`]).map(
        (sort): [string, [string]] => [`by ${sort}`, [`sort=${sort}`]],
      ),
    ),
    ...Object.fromEntries(
      ["question", "answer", "evidence", "author", "year", "-year"].flatMap(
        (sort): [string, [string]][] => [
          [`middle page by ${sort}`, [`sort=${sort}&page=${Math.ceil(lastPage / 2)}`]],
          [`last page by ${sort}`, [`sort=${sort}&page=${lastPage}`]],
        ],
      ),
    ),
    "search, rare words": [`q=${encodeURIComponent(rare)}`, rare],
    "search, a frequent word": [`q=${frequent}`, frequent],
    "search, a typo in a rare word": [`q=${encodeURIComponent(mistype(rare))}`, rare],
    "search, a typo in a frequent word": [`q=${mistype(frequent)}`, frequent],
    "search, an ID": [`q=Q${any[0]!.id}`],
    "search, a host": ["q=apnews.com", "apnews.com"],
    "search, a whole URL": [`q=${encodeURIComponent(any[0]!.url)}`],
  };
  const lean = await leanTable(
    client,
    Object.values(pages).flatMap(([, word]) => word ?? []),
  );
  for (const [what, [query, word]] of Object.entries(pages)) {
    const state = parseGrid(query);
    const [best, ours, empty, served] = await medians([
      () => lean(word),
      // Whatever the search asks first is counted, too.
      async () => {
        const { page } = gridStatements(state, await resolveSearch(state));
        await client.query(page.text, page.values);
      },
      async () => (await product.fetch("/account", { headers: { rsc: "1" } })).arrayBuffer(),
      async () =>
        (await product.fetch(`/questions?${query}`, { headers: { rsc: "1" } })).arrayBuffer(),
    ]);
    const found =
      word === undefined ? "50 similar questions of a lean table" : "a lean table's text index";
    figure({
      what: `grid, ${what}`,
      value: served!,
      unit: "ms",
      limit: { what: `${found}, and a page without rows`, value: best! + empty! },
      aim: AIM,
    });
    figure({
      what: `grid, ${what}: statements`,
      value: ours!,
      unit: "ms",
      limit: { what: found, value: best! },
      aim: AIM,
    });
  }
  const scan = () => client.query("SELECT question_id FROM question_heads WHERE status = 'active'");
  const scanMs = await median(scan, 5);
  const whole: Record<string, string> = {
    "grid, ids of a whole view": "/api/questions/ids",
    "grid, ids in groups": "/api/questions/ids?group=category",
    "grid, counts of each choice": "/api/questions/facets",
    "grid, counts of each choice, of a word": `/api/questions/facets?q=${frequent}`,
    "grid, count": "/api/questions/count?hops=multi-hop",
    "grid, count of overdue ones": "/api/questions/count?overdue=1",
    "grid, window of 100 rows": `/api/questions/rows?ids=${Array.from({ length: 100 }, (_, i) => any[0]!.id + i).join(",")}`,
  };
  for (const [what, path] of Object.entries(whole))
    figure({
      what,
      value: await median(async () => (await product.fetch(path)).arrayBuffer(), 5),
      unit: "ms",
      limit: { what: "all ids, bare and in no order", value: scanMs },
    });
}

/**
 * A table of what the grid shows and nothing else, in the order that is asked for, with an index of its texts.
 * @param words are counted, so that the index has been read once
 * @returns the best that PostgreSQL does for a page: fifty neighbors from the middle, or the first fifty with a word
 */
async function leanTable(
  client: pg.Client,
  words: readonly string[],
): Promise<(word?: string) => Promise<unknown>> {
  await client.query(`
    CREATE TABLE bench_lean AS
    SELECT row_number() OVER (ORDER BY h.position)::int AS place, h.question_id, h.status, h.question, h.primary_answer, h.fact_type, h.hops, h.split, h.false_premise, h.effective_year, h.review_on,
      to_tsvector('simple', h.question || ' ' || array_to_string(r.cells, ' ')) AS document
    FROM question_heads h JOIN revisions r ON r.id = h.revision_id WHERE h.status = 'active';
    ALTER TABLE bench_lean ADD PRIMARY KEY (place);
    CREATE INDEX ON bench_lean USING gin (document)`);
  await client.query("VACUUM ANALYZE bench_lean");
  const columns =
    "place, question_id, status, question, primary_answer, fact_type, hops, split, false_premise, effective_year, review_on";
  const { rows } = await client.query<{ middle: number }>(
    "SELECT max(place) / 2 AS middle FROM bench_lean",
  );
  const run = (word?: string) =>
    word === undefined
      ? client.query({
          name: "bench_lean_page",
          text: `SELECT ${columns} FROM bench_lean WHERE place > $1 ORDER BY place LIMIT 50`,
          values: [rows[0]!.middle],
        })
      : client.query({
          name: "bench_lean_search",
          text: `SELECT ${columns} FROM bench_lean WHERE document @@ plainto_tsquery('simple', $1) ORDER BY place LIMIT 50`,
          values: [word],
        });
  for (const word of words)
    if ((await run(word)).rowCount === 0) throw new Error(`The lean table has no “${word}”.`);
  return run;
}
