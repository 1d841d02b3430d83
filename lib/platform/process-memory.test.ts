import { expect, it } from "vitest";
import { productSourcesIn, read } from "@/prisma/testing/tree";

/*
 * Several processes serve one installation, and each may end at any moment: what one of them keeps in a module must be
 * something that it may lose, and that may be another thing in the next one. Whatever this finds is decided here.
 */
const KEPT: Readonly<Record<string, string>> = {
  "lib/dataset/file-formats/foreign-mojibake.ts tables": "tables of characters, computed once",
  "lib/dataset/release-differences/queries.ts counted":
    "counts of what differs between two releases, which never change",
  "lib/dataset/imports/matching.ts found":
    "room that one matching after another reuses, within one call",
  "lib/people/access/secrets.ts standIn":
    "a hash to compare with where there is no account, of this process alone",
  "lib/people/access/session-token.ts kept":
    "decrypted tokens, which never change; whether the session stands is asked of the database each time",
  "lib/platform/breaks.ts waiting": "since when this process waits for its database, for its log",
  "lib/platform/db.ts __freshqaConnections": "the connections of the process",
  "lib/platform/env.ts last": "the environment as it was parsed",
  "lib/platform/health.ts answer":
    "what the process found a second ago about itself and the database",
  "lib/platform/health.ts writing": "the same of its trial write",
  "lib/platform/kept-writes.ts __freshqaKeptWrites":
    "requests that this process is answering and whose write is kept",
  "lib/platform/live/hub.ts __freshqaLive":
    "the streams of the process; changes and presence of the others come by NOTIFY, and are told anew by whoever connects",
  "lib/platform/log.ts root": "the process's log",
  "lib/platform/replica.ts __freshqaReplica":
    "the connections to the replica, and that it did not answer a moment ago",
  "lib/platform/temp-file.ts self":
    "which process this is; its uploads are on its disk while it reads them",
  "lib/platform/unavailable.ts __freshqaUnavailable":
    "requests that this process is answering and that fail because of the database",
  "lib/platform/unavailable.ts noted": "the same, by its name in this module",
  "lib/statistics/log-factorial.ts FIRST": "sums, computed once",
  "lib/rating/alarms/writes.ts kept":
    "what is usual in a campaign, for half a minute: another process may take slightly older ratings for it",
  "lib/rating/protocols/queries.ts definitions": "frozen versions, which never change",
  "lib/reporting/accuracy/queries.ts kept":
    "the counts of the public leaderboard, for seconds, as of when they were counted",
  "lib/runs/connections/access.ts guards":
    "built once; hosts that are allowed are asked at each request",
  "lib/runs/worker/items.ts DEMONSTRATED": "stored searches, which never change",
};

const CHANGED = "(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|fill)";

/** What a module keeps and changes, by name: variables, filled collections, changed objects, and what is kept of the process. */
function keptBy(source: string): string[] {
  const found = [...source.matchAll(/^(?:export )?(?:let|var) (\w+)/gm)].map(([, name]) => name!);
  for (const [, name] of source.matchAll(/^(?:export )?const (\w+)/gm))
    if (
      new RegExp(
        `^.*[^.\\w]${name}(?:\\.${CHANGED}\\(|(?:\\.\\w+|\\[[^\\]]+\\]) (?:\\?\\?|\\|\\||[-+])?= )`,
        "m",
      ).test(source)
    )
      found.push(name!);
  for (const [, names] of source.matchAll(/globalThis as (?:typeof globalThis & )?\{([^}]*)/g))
    found.push(...[...names!.matchAll(/(\w+)\??:/g)].map(([, name]) => name!));
  return found.filter((name) => name !== "shared");
}

it("finds each way in which a module keeps something", () => {
  expect(
    keptBy(
      [
        "let last = 0;",
        "export const seen = new Map<string, number>();",
        "seen.set('a', 1);",
        "const self: { owner?: string } = {};",
        "  self.owner ??= 'me';",
        "const shared = globalThis as { __of?: string };",
        "const FIXED = new Set(['a']);",
        "function f() {\n  const own = new Map();\n  own.set(1, 2);\n  let x = 1;\n}",
      ].join("\n"),
    ),
  ).toEqual(["last", "seen", "self", "__of"]);
});

it("keeps nothing in a process that another one would have to know", () => {
  const files = productSourcesIn("lib", "app").filter(
    (path) => /\.tsx?$/.test(path) && !/\.oracle\.ts$|^lib\/(bench|faults)\//.test(path),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((path) => keptBy(read(path)).map((name) => `${path} ${name}`));
  expect(found.sort()).toEqual(Object.keys(KEPT).sort());
});
