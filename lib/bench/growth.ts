import pg from "pg";
import { formatCount } from "@/lib/platform/format";
import { makeRating } from "@/prisma/factories/rating";
import { figure, medians } from "./report";
import { ServedProduct } from "./served";

const AIM = 1.5;

/** A product with so many questions, all answered by a run, half of them rated twice. */
interface Grown {
  product: ServedProduct;
  /** Addresses, by what is shown there. */
  pages: Record<string, string>;
  version: string;
}

/** Everything that shows one page, on a small dataset and on a large one in turns: what grows with the data is not limited to its page. */
export async function benchGrowth(few: number, many: number): Promise<string> {
  const [small, large] = [new ServedProduct(), new ServedProduct()];
  try {
    const one = await grow(small, few);
    const other = await grow(large, many);
    for (const what of Object.keys(one.pages)) {
      const opened =
        ({ product, pages }: Grown) =>
        async () =>
          (await product.fetch(pages[what]!, { headers: { rsc: "1" } })).arrayBuffer();
      const [before, after] = await medians([opened(one), opened(other)], 9);
      figure({
        what: `${what}, ${formatCount(many)}`,
        value: after!,
        unit: "ms",
        limit: { what: `the same of ${formatCount(few)}`, value: before! },
        aim: AIM,
      });
    }
    return one.version;
  } finally {
    await Promise.all([small.stop(), large.stop()]);
  }
}

async function grow(product: ServedProduct, questions: number): Promise<Grown> {
  await product.start();
  const client = new pg.Client({ connectionString: await product.databaseUrl() });
  client.on("error", () => {});
  await client.connect();
  try {
    // Whoever looks sees all that there is.
    await client.query(
      "UPDATE users SET roles = '{maintainer,researcher,admin,rater,adjudicator}' WHERE email = 'carlos@freshqa.example'",
    );
    const made = await makeRating(client, {
      name: "Growth",
      questions,
      raters: 5,
      judged: 0.5,
      agreement: 0.9,
      flagged: 0.02,
    });
    // What is made here waits for no one to index it.
    await client.query("UPDATE question_heads SET search_indexed = true WHERE NOT search_indexed");
    await client.query("VACUUM ANALYZE");
    const one = async (sql: string, values: unknown[] = []) =>
      (await client.query<{ value: string }>(sql, values)).rows[0]!.value;
    const release = await one("SELECT name AS value FROM releases WHERE id = $1", [made.releaseId]);
    const question = await one(
      "SELECT question_id AS value FROM question_heads ORDER BY question_id OFFSET 77 LIMIT 1",
    );
    const flagged = await one(
      "SELECT task_id AS value FROM rating_assignments WHERE status = 'judged' ORDER BY id LIMIT 1",
    );
    const run = made.runIds[0]!;
    return {
      product,
      version: await one("SELECT current_setting('server_version') AS value"),
      pages: {
        home: "/",
        "the grid": "/questions",
        "the grid, filtered": "/questions?category=fast-changing&hops=multi-hop",
        "the grid, latest first": "/questions?sort=-id",
        "a search of the grid": "/questions?q=telescope",
        "a question": `/questions/${question}`,
        "editing a question": `/questions/${question}/edit`,
        "the refresh queue": "/refresh",
        "the refresh desk": "/refresh/desk",
        releases: "/releases",
        "a release": `/releases/${release}`,
        runs: "/runs",
        "a run": `/runs/${run}`,
        campaigns: "/campaigns",
        "a campaign": `/campaigns/${made.campaignId}`,
        "ratings of a campaign": `/campaigns/${made.campaignId}/ratings`,
        "cases to adjudicate": "/adjudication",
        "an adjudicated case": `/adjudication/${flagged}`,
        flags: "/flags",
        "quick search": "/api/search?q=telescope",
        "audit log": "/audit-log",
      },
    };
  } finally {
    await client.end();
  }
}
