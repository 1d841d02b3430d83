import { randomUUID } from "node:crypto";
import { connect, createServer, type Server, type Socket } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type * as edges from "@/lib/people/access/action";
import type { Actor } from "@/lib/people/access/schema";
import type * as runCommands from "@/lib/runs/models/commands";
import { environment, provideEnvironment } from "@/lib/platform/env";
import type { AnyResult } from "@/lib/platform/result";
import type * as questionCommands from "@/lib/dataset/questions/commands";
import type { Content } from "@/lib/dataset/questions/schema";
import type * as releaseCommands from "@/lib/dataset/releases/commands";
import { sampleContent } from "@/prisma/testing/content";

vi.mock("next/headers", () => ({
  headers: async () => new Headers(),
  cookies: async () => new Map(),
}));

/*
 * The database commits, and the connection breaks before its answer arrives: a proxy between the product and the real
 * server lets COMMIT through and drops what comes back. The product must not say that nothing was saved, and the same
 * again under the same key must answer with what the first call did.
 */
let proxy: Server;
let dropping = false;
let direct: pg.Client;
let commands: typeof questionCommands;
let releases: typeof releaseCommands;
let runs: typeof runCommands;
let refusalForError: typeof edges.refusalForError;
let disconnect: () => Promise<void>;
let carlos: Actor;
let dana: Actor;

function pipe(client: Socket, server: Socket): void {
  let cut = false;
  client.on("data", (bytes) => {
    if (dropping && bytes.includes("COMMIT\0")) {
      dropping = false;
      cut = true;
    }
    server.write(bytes);
  });
  server.on("data", (bytes) => {
    if (!cut) return void client.write(bytes);
    client.destroy();
    server.end();
  });
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.on("error", () => other.destroy());
    one.on("close", () => other.end());
  }
}

beforeAll(async () => {
  const url = new URL(environment().DATABASE_URL!);
  const real = { host: url.hostname, port: Number(url.port || 5432) };
  direct = new pg.Client({ connectionString: url.href });
  await direct.connect();
  proxy = createServer((client) => pipe(client, connect(real)));
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  [url.hostname, url.port] = ["127.0.0.1", String((proxy.address() as { port: number }).port)];
  provideEnvironment({ DATABASE_URL: url.href });
  const { db, disconnect: end } = await import("@/lib/platform/db");
  disconnect = end;
  ({ refusalForError } = await import("@/lib/people/access/action"));
  [commands, releases, runs] = await Promise.all([
    import("@/lib/dataset/questions/commands"),
    import("@/lib/dataset/releases/commands"),
    import("@/lib/runs/models/commands"),
  ]);
  const [a, b] = await Promise.all(
    ["carlos", "dana"].map((name) =>
      db.user.create({ data: { email: `${name}@test.example`, name, roles: ["maintainer"] } }),
    ),
  );
  carlos = { userId: a!.id, name: "Carlos", roles: ["maintainer"], via: "web" };
  dana = { userId: b!.id, name: "Dana", roles: ["maintainer"], via: "web" };
});
afterAll(async () => {
  await disconnect();
  await direct.end();
  proxy.close();
});

const content = (question: string): Content =>
  sampleContent({
    question,
    effectiveYear: null,
    factType: "never-changing",
    sources: ["https://a.example/x"],
    answers: ["Ada"],
  });
async function value<T>(result: Promise<AnyResult<T>>): Promise<T> {
  const outcome = await result;
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return outcome.value;
}
const count = async (sql: string, ...values: unknown[]) =>
  (await direct.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`, values))
    .rows[0]!.count;
const made = (question = "Who leads?") =>
  value(
    commands.createQuestion(carlos, {
      content: content(question),
      comment: "",
      clientKey: randomUUID(),
    }),
  );

/** Runs a command whose COMMIT is done and not answered. @returns the code of what a person would be told */
async function lostAnswer(call: () => Promise<AnyResult<unknown>>): Promise<string> {
  dropping = true;
  try {
    const result = await call();
    return result.ok ? "ok" : result.refusal.code;
  } catch (error) {
    const refusal = await refusalForError(error);
    expect(refusal.message).not.toMatch(/not saved|nothing was (saved|changed)/i);
    return refusal.code;
  } finally {
    dropping = false;
  }
}

type Call = (actor: Actor, clientKey: string) => Promise<AnyResult<unknown>>;

describe("a command whose answer was lost behind its COMMIT", () => {
  const cases: [string, () => Promise<{ call: Call; written: () => Promise<number> }>][] = [
    [
      "writing a question",
      async () => ({
        call: (actor, clientKey) =>
          commands.createQuestion(actor, {
            content: content("A new one?"),
            comment: "",
            clientKey,
          }),
        written: () => count("revisions WHERE cells[2] = $1", "A new one?"),
      }),
    ],
    [
      "editing a question",
      async () => {
        const { questionId, revisionId } = await made();
        return {
          call: (actor, clientKey) =>
            commands.editQuestion(actor, {
              questionId,
              baseRevisionId: revisionId,
              content: content("Who leads now?"),
              comment: "",
              clientKey,
            }),
          written: () => count("revisions WHERE question_id = $1 AND number > 1", questionId),
        };
      },
    ],
    [
      "retiring questions",
      async () => {
        const questionIds = [(await made()).questionId, (await made()).questionId];
        return {
          call: (actor, clientKey) =>
            commands.changeQuestions(actor, {
              questionIds,
              change: { kind: "retire" },
              comment: "",
              clientKey,
            }),
          written: () =>
            count(
              "operations o WHERE kind = 'bulk' AND EXISTS (SELECT 1 FROM revisions r WHERE r.operation_id = o.id AND r.question_id = $1)",
              questionIds[0],
            ),
        };
      },
    ],
    [
      "undoing a change",
      async () => {
        const { questionId } = await made();
        const { operationId } = await value(
          commands.changeQuestions(carlos, {
            questionIds: [questionId],
            change: { kind: "retire" },
            comment: "",
          }),
        );
        return {
          call: (actor, clientKey) =>
            commands.undoOperation(actor, { operationId: operationId!, clientKey }),
          written: () => count("operations WHERE undoes_id = $1", operationId),
        };
      },
    ],
    [
      "publishing a release",
      async () => {
        await made();
        return {
          call: (actor, clientKey) =>
            releases.publishRelease(actor, {
              name: "FreshQA_v11222026",
              notes: "",
              selection: { kind: "all" },
              clientKey,
            }),
          written: () => count("releases WHERE name = 'FreshQA_v11222026'"),
        };
      },
    ],
    [
      "adding a model",
      async () => ({
        call: (actor, clientKey) =>
          runs.createModel(actor, {
            name: "Heron",
            provider: "",
            size: "",
            knowledgeCutoff: "",
            dateInPrompt: null,
            hasWebSearch: null,
            note: "",
            clientKey,
          }),
        written: () => count("models WHERE name = 'Heron'"),
      }),
    ],
    [
      "changing a model",
      async () => {
        const fields = {
          provider: "",
          size: "",
          knowledgeCutoff: "",
          dateInPrompt: null,
          hasWebSearch: null,
          note: "",
        };
        const { modelId } = await value(runs.createModel(carlos, { ...fields, name: "Egret" }));
        return {
          call: (actor, clientKey) =>
            runs.editModel(actor, { ...fields, name: "Egret 2", modelId, version: 1, clientKey }),
          written: () => count("models WHERE id = $1 AND version = 2", modelId),
        };
      },
    ],
  ];

  it.each(cases)(
    "%s: is called unknown, and the same again answers with what the first call did",
    async (_, prepare) => {
      const { call, written } = await prepare();
      const clientKey = randomUUID();
      expect(await lostAnswer(() => call(carlos, clientKey))).toBe("unknown-outcome");
      expect(await written(), "it was done").toBe(1);
      const [again, once] = await Promise.all([
        value(call(carlos, clientKey)),
        value(call(carlos, clientKey)),
      ]);
      expect(again).toEqual(once);
      expect(await written(), "and not twice").toBe(1);
      const stranger = await call(dana, clientKey);
      expect(stranger).toMatchObject({ ok: false, refusal: { code: "key-taken" } });
      expect(await written()).toBe(1);
    },
  );

  it("keeps no key of what was refused: it may be sent again", async () => {
    const { questionId, revisionId } = await made();
    const clientKey = randomUUID();
    const edit = (baseRevisionId: number) =>
      commands.editQuestion(carlos, {
        questionId,
        baseRevisionId,
        content: content("Later?"),
        comment: "",
        clientKey,
      });
    expect(await edit(revisionId + 100_000)).toMatchObject({ refusal: { code: "stale" } });
    expect((await edit(revisionId)).ok).toBe(true);
  });

  it("is one write of many at once under one key", async () => {
    const { questionId, revisionId } = await made();
    const clientKey = randomUUID();
    const edits = await Promise.all(
      Array.from({ length: 6 }, () =>
        value(
          commands.editQuestion(carlos, {
            questionId,
            baseRevisionId: revisionId,
            content: content("At once?"),
            comment: "",
            clientKey,
          }),
        ),
      ),
    );
    expect(new Set(edits.map((edit) => edit.revisionId)).size).toBe(1);
    expect(await count("revisions WHERE question_id = $1", questionId)).toBe(2);
  });
});
