import type pg from "pg";
import { median, printLine } from "./report";
import type { ServedProduct } from "./served";

/** Publishes all active questions as the command line would. */
export async function publishAll(name: string): Promise<void> {
  // Loaded now: these connect to the database that is known by now.
  const [{ publishRelease }, { commandLineActor }] = await Promise.all([
    import("@/lib/dataset/releases/commands"),
    import("@/lib/cli/session"),
  ]);
  const published = await publishRelease(await commandLineActor(), {
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
  console.log();
  printLine({
    what: "difference of releases, page",
    ms: pageMs,
    limit: "its comparison, bare",
    limitMs,
    aim: 3,
  });
  printLine({
    what: "difference of releases, JSON",
    ms: fileMs,
    limit: "its comparison, bare",
    limitMs,
    aim: 3,
  });
}
