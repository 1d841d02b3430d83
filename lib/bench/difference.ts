import type pg from "pg";
import { figure, median } from "./report";
import type { ServedProduct } from "./served";

/** Publishes all active questions as the command line would. */
export async function publishAll(name: string): Promise<void> {
  // Loaded now: these connect to the database that is known by now.
  const [{ publishRelease }, { commandLineActor }, { chooseLicense }, { getLicense }] =
    await Promise.all([
      import("@/lib/dataset/releases/commands"),
      import("@/lib/cli/session"),
      import("@/lib/dataset/licenses/commands"),
      import("@/lib/dataset/licenses/queries"),
    ]);
  const actor = await commandLineActor();
  if ((await getLicense(actor)) === null)
    await chooseLicense(actor, { license: "CC0-1.0", holder: "Bench", url: "", baseId: null });
  const published = await publishRelease(actor, {
    name,
    notes: "",
    selection: { kind: "all" },
  });
  if (!published.ok) throw new Error(published.refusal.message);
}

/** The difference of two releases, as its page and as a file, beside the one statement that both rest on. */
export async function benchDifference(
  product: ServedProduct,
  client: pg.Client,
  from: string,
  to: string,
): Promise<void> {
  const { differenceStatement } = await import("@/lib/dataset/release-differences/queries");
  const {
    rows: [ids],
  } = await client.query<{ from: number; to: number }>(
    "SELECT (SELECT id FROM releases WHERE name = $1) AS from, (SELECT id FROM releases WHERE name = $2) AS to",
    [from, to],
  );
  const statement = differenceStatement(
    { kind: "release", id: ids!.from },
    { kind: "release", id: ids!.to },
  );
  const limitMs = await median(
    () => client.query({ text: statement.text, values: statement.values, rowMode: "array" }),
    5,
  );
  const query = `from=${from}&to=${to}`;
  const pageMs = await median(
    async () =>
      (await product.fetch(`/releases/compare?${query}`, { headers: { rsc: "1" } })).arrayBuffer(),
    5,
  );
  const fileMs = await median(
    async () =>
      (await product.fetch(`/api/releases/difference?${query}&format=json`)).arrayBuffer(),
    5,
  );
  const limit = { what: "its one statement, bare", value: limitMs };
  figure({ what: "difference of releases, page", value: pageMs, unit: "ms", limit, aim: 3 });
  figure({ what: "difference of releases, JSON", value: fileMs, unit: "ms", limit, aim: 3 });
}
