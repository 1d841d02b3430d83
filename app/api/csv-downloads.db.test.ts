import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { contentOfRevision } from "@/lib/dataset/questions/cells";
import { editQuestion } from "@/lib/dataset/questions/commands";
import { updateLeaderboard } from "@/lib/reporting/leaderboard/commands";
import { getLeaderboardSettings } from "@/lib/reporting/leaderboard/queries";
import { updateLeaderboardSchema } from "@/lib/reporting/leaderboard/schema";
import { value } from "@/prisma/testing/value";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { parseCsv } from "@/prisma/testing/exported-judgments";
import { notEmpty } from "@/prisma/testing/not-empty";

/*
 * Every CSV file that can be downloaded has a form that a spreadsheet program opens without running anything: a second
 * address beside the exact file, or, for tables made for people, the only one.
 */

/** Who is signed in: the framework's cookies exist only in a request of its own. */
const signedIn = vi.hoisted(() => ({ actor: null as Actor | null }));
vi.mock("@/lib/people/access/session", () => ({ currentActor: async () => signedIn.actor }));
vi.mock("next/headers", () => ({ headers: async () => new Headers() }));

type Params = Record<string, string>;
interface Address {
  query?: Params;
  params?: Params;
}
type Download =
  /** The exact file, and the one for spreadsheets. */
  | { exact: () => Address; safe: () => Address }
  /** The only form is safe. */
  | { only: () => Address[] }
  /** Why there is nothing to ask for here. */
  | { reason: string };

let made: RatingSampleMade;
const [BEFORE, AFTER] = ["FreshQA_v01012031", "FreshQA_v02012031"] as const;
const spreadsheet = { spreadsheet: "1" };
const twins = (query: () => Params): Download => ({
  exact: () => ({ query: query() }),
  safe: () => ({ query: { ...query(), ...spreadsheet } }),
});
const fileOf = (name: string): Address => ({ params: { name: AFTER, file: name } });
const RELEASE: Download = {
  exact: () => fileOf(`${AFTER}.csv`),
  safe: () => fileOf(`${AFTER}-spreadsheet.csv`),
};
const run = () => ({ run: String(made.runIds[0]) });

const DOWNLOADS: Record<string, Download> = {
  "app/api/campaigns/hours/route.ts": {
    only: () => [{ query: { from: "2020-01-01", to: "2035-01-01" } }],
  },
  "app/api/campaigns/ratings/route.ts": {
    only: () => [{ query: { campaign: String(made.campaignId), rater: String(made.raterIds[0]) } }],
  },
  "app/api/contributions/route.ts": { only: () => [{}] },
  "app/api/export/route.ts": twins(() => ({ format: "csv", preamble: "0" })),
  "app/api/imports/[id]/findings/route.ts": {
    reason:
      "a report for people, guarded by writeFindingsCsv: lib/dataset/file-formats/findings.test.ts",
  },
  "app/api/judgments/export/route.ts": twins(() => ({ ...run(), format: "csv" })),
  "app/api/questions/export/route.ts": twins(() => ({})),
  "app/api/releases/[name]/[file]/route.ts": RELEASE,
  "app/api/releases/difference/route.ts": twins(() => ({ from: BEFORE, to: AFTER, format: "csv" })),
  "app/api/reports/[report]/route.ts": {
    only: (): Address[] => [
      { params: { report: "accuracy" }, query: { ...run(), runs: run().run, format: "csv" } },
      {
        params: { report: "agreement" },
        query: { campaign: String(made.campaignId), format: "csv" },
      },
      {
        params: { report: "comparison" },
        query: { first: run().run, second: String(made.runIds[1]), format: "csv" },
      },
    ],
  },
  "app/api/runs/imports/[importId]/problems/route.ts": {
    reason:
      "a report for people, guarded by writeFindingsCsv: lib/dataset/file-formats/findings.test.ts",
  },
  "app/public/latest/[file]/route.ts": {
    reason: "sends on to the newest release's exact file, for programs",
  },
  "app/public/leaderboard/pairs/route.ts": { only: () => [{ query: { format: "csv" } }] },
  "app/public/releases/[name]/[file]/route.ts": RELEASE,
};

/** The routes whose own source, or that of what they import from near by, names the media type or the format. */
function routesWithCsv(): string[] {
  const routes = readdirSync("app", { recursive: true, encoding: "utf8" })
    .map((path) => join("app", path))
    .filter((path) => path.endsWith("route.ts"));
  const namesCsv = (path: string, depth: number): boolean => {
    const source = readFileSync(path, "utf8");
    if (/text\/csv|\bcsv\b/i.test(source.replace(/^import .*$/gm, ""))) return true;
    const near = [...source.matchAll(/from "(\.[^"]+|@\/app\/[^"]+)"/g)]
      .map(([, name]) => (name!.startsWith("@/") ? name!.slice(2) : join(dirname(path), name!)))
      .map((name) => `${name}.ts`);
    return (
      depth > 0 && near.filter((name) => existsSync(name)).some((name) => namesCsv(name, depth - 1))
    );
  };
  return routes.filter((path) => namesCsv(path, 2)).sort();
}

beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, { name: "=1+1", questions: 6, models: 2, raters: 2, judged: 1 }),
  );
  const { id, name } = await db.user.create({
    data: {
      email: "carlos@test.example",
      name: "=Carlos",
      roles: ["maintainer", "admin", "researcher", "annotator"],
    },
  });
  const actor: Actor = {
    userId: id,
    name,
    roles: ["maintainer", "admin", "researcher", "annotator"],
    via: "web",
  };
  signedIn.actor = actor;
  await db.datasetSettings.update({ where: { id: 1 }, data: { publicPages: true } });
  const publish = async (release: string) =>
    expect(
      await publishRelease(actor, { name: release, notes: "", selection: { kind: "all" } }),
    ).toMatchObject({ ok: true });
  await publish(BEFORE);
  for (const [at, head] of notEmpty(
    (await db.questionHead.findMany({ orderBy: { questionId: "asc" }, take: 3 })).entries(),
  )) {
    const content = contentOfRevision(
      await db.revision.findUniqueOrThrow({ where: { id: head.revisionId } }),
    );
    const change = {
      question: [`=HYPERLINK("https://example.org/${randomUUID()}")`, "@SUM(1)", "a;=cmd"][at]!,
      answers: ["+1+2"],
      note: "-2+3",
    };
    expect(
      await editQuestion(actor, {
        questionId: head.questionId,
        baseRevisionId: head.revisionId,
        comment: "",
        content: { ...content, ...change },
      }),
    ).toMatchObject({ ok: true });
  }
  await publish(AFTER);
  const { publicPages: _, ...settings } = await getLeaderboardSettings(actor);
  value(
    await updateLeaderboard(
      actor,
      updateLeaderboardSchema.parse({ ...settings, isPublic: true, runIds: made.runIds }),
    ),
  );
  await db.submission.create({
    data: {
      authorId: id,
      draft: {},
      clientKey: randomUUID(),
      status: "submitted",
      rounds: 1,
      submittedAt: new Date(),
      history: { create: { number: 1, draft: {}, similar: [], clientKey: randomUUID() } },
    },
  });
});
afterAll(disconnect);

/** The cells of the file, titles included, after the byte-order mark. */
async function cellsOf(
  path: string,
  { query = {}, params = {} }: Address,
): Promise<{ text: string; cells: string[] }> {
  const { GET } = (await import(/* @vite-ignore */ join(process.cwd(), path))) as {
    GET: (request: Request, context: { params: Promise<Params> }) => Promise<Response>;
  };
  const answer = await GET(
    new Request(`http://workbench.example/?${new URLSearchParams(query).toString()}`),
    { params: Promise.resolve(params) },
  );
  const text = Buffer.from(await answer.arrayBuffer()).toString("utf8");
  expect(
    [answer.status, answer.headers.get("content-type")],
    `${path}: ${text.slice(0, 300)}`,
  ).toEqual([200, expect.stringContaining("text/csv")]);
  return {
    text,
    cells: parseCsv(text).flatMap((line) => [...Object.keys(line), ...Object.values(line)]),
  };
}
/**
 * What a spreadsheet program would run: a cell that begins with one of OWASP's characters, in wide forms too, or has one
 * where a program that parts cells at semicolons, tabs or lines begins a cell. A number is none of it.
 */
const running = (cells: string[]) =>
  cells.filter(
    (cell) =>
      !Number.isFinite(Number(cell)) &&
      (["\t", "\r"].includes(cell[0]!) ||
        cell
          .split(/[;\t\r\n]/)
          .some((part) => [..."=+-@＝＋－＠"].includes(part.replace(/^"+/, "")[0] ?? ""))),
  );

describe("every CSV file that can be downloaded", () => {
  it("is known here", () => expect(routesWithCsv()).toEqual(Object.keys(DOWNLOADS)));

  it.each(
    Object.entries(DOWNLOADS).flatMap(([path, download]) =>
      "exact" in download ? [{ path, ...download }] : [],
    ),
  )(
    "has a second form for spreadsheets, in which nothing runs, beside the exact one: $path",
    async ({ path, exact, safe }) => {
      const plain = await cellsOf(path, exact());
      expect(running(plain.cells).length).toBeGreaterThan(0);
      const guarded = await cellsOf(path, safe());
      expect(guarded.text.startsWith("\uFEFF")).toBe(true);
      expect(running(guarded.cells)).toEqual([]);
      expect(guarded.cells.length).toBeGreaterThan(20);
    },
  );

  it.each(
    Object.entries(DOWNLOADS).flatMap(([path, download]) =>
      "only" in download ? [{ path, ...download }] : [],
    ),
  )("or nothing runs in its only form: $path", async ({ path, only }) => {
    for (const address of only()) {
      const { cells } = await cellsOf(path, address);
      expect(cells.length).toBeGreaterThan(10);
      expect(running(cells)).toEqual([]);
    }
  });
});
