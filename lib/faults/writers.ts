import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { sampleContent } from "@/prisma/testing/content";
import type { Browser } from "./browser";
import type { Chance } from "./chance";
import type { Work } from "./dataset";
import type { Answer } from "./ledger";

/** Rows that a write leaves. The statement counts them; a write that changes nothing leaves none of any. */
export interface Mark {
  what: string;
  whole: number;
  sql: string;
  values: unknown[];
}

/** A write as a browser sends it: the same bytes under the same key each time. */
export interface Write {
  kind: string;
  send(): Promise<Answer>;
  marks: Mark[];
  /** What of the answer must be the same when it is sent again. */
  essence(value: never): unknown;
  /** Whether an acknowledgement says that nothing was to be written. */
  idle?(value: never): boolean;
}

/** Sends a write and enters it with its answer. @returns what was acknowledged, or null */
type Attempt = (write: Write) => Promise<unknown>;

export interface Writer {
  name: string;
  work(attempt: Attempt, going: () => boolean): Promise<void>;
}

const audited = (type: string, id: string, of: string, values: unknown[]): Mark => ({
  what: `audit event ${type}`,
  whole: 1,
  sql: `SELECT count(*)::int AS n FROM audit_events a JOIN (${of}) x ON (a.data->>'${id}')::int = x.id WHERE a.type = '${type}' AND a.id > current_setting('faults.since')::int`,
  values,
});
const number = (field: string) => (value: Record<string, unknown>) => value[field];

/** Changes one cell of one of a few questions, so that two editors meet. */
function editing(browser: Browser, work: Work, chance: Chance): Writer {
  const pool = work.questionIds.slice(0, 30);
  return {
    name: "edit",
    async work(attempt, going) {
      const bases = new Map<number, number>();
      const learn = (value: unknown) => {
        const { rows } = value as { rows?: { questionId: number; revisionId: number }[] };
        // Saved, while what the questions say since could not be read: that is asked for, as the sheet does.
        if (rows === undefined) bases.clear();
        for (const { questionId, revisionId } of rows ?? []) bases.set(questionId, revisionId);
      };
      while (going()) {
        if (bases.size === 0) {
          const rows = await browser.post("/api/questions/cells/rows", {
            editorId: browser.userId,
            questionIds: pool,
          });
          if (rows.is === "acknowledged") learn(rows.value);
          else await pause(100);
          continue;
        }
        const questionId = chance.pick(pool);
        const [text, clientKey] = [`Noted ${randomUUID()}`, randomUUID()];
        const body = {
          editorId: browser.userId,
          clientKey,
          cells: [{ questionId, baseRevisionId: bases.get(questionId), field: "note", text }],
        };
        // A refresh carries the note over, without an operation.
        const revision =
          "SELECT operation_id AS id FROM revisions WHERE question_id = $1 AND $2 = ANY (cells) AND operation_id IS NOT NULL";
        const value = await attempt({
          kind: "edit cells",
          send: () => browser.post("/api/questions/cells/save", body),
          marks: [
            {
              what: "revision",
              whole: 1,
              sql: `SELECT count(*)::int AS n FROM (${revision}) x`,
              values: [questionId, text],
            },
            audited("questions.changed", "operationId", revision, [questionId, text]),
          ],
          essence: number("operationId"),
          idle: ({ operationId }: { operationId: number | null }) => operationId === null,
        });
        if (value !== null) learn(value);
      }
    },
  };
}

/** Writes new questions by the form. */
function creating(browser: Browser): Writer {
  return {
    name: "create",
    async work(attempt, going) {
      while (going()) {
        const input = {
          clientKey: randomUUID(),
          comment: "",
          content: sampleContent({
            question: `Who keeps ${randomUUID()}?`,
            factType: "slow-changing",
          }),
        };
        const made = "SELECT id FROM questions WHERE client_key = $1";
        await attempt({
          kind: "create question",
          send: () => browser.act("lib/dataset/questions/actions.ts", "createQuestion", input),
          marks: [
            {
              what: "first revision",
              whole: 1,
              sql: `SELECT count(*)::int AS n FROM (${made}) q JOIN revisions r ON r.question_id = q.id`,
              values: [input.clientKey],
            },
            {
              what: "head",
              whole: 1,
              sql: `SELECT count(*)::int AS n FROM (${made}) q JOIN question_heads h ON h.question_id = q.id`,
              values: [input.clientKey],
            },
            audited("question.created", "questionId", made, [input.clientKey]),
          ],
          essence: number("questionId"),
        });
        await pause(200);
      }
    },
  };
}

/** Works through the refresh queue: still true, new evidence, and now and then taken back. */
function refreshing(browser: Browser, chance: Chance): Writer {
  const post = (step: string, body: object) =>
    browser.post(`/api/refresh/${step}`, { ...body, reviewerId: browser.userId });
  return {
    name: "refresh",
    async work(attempt, going) {
      const token = randomUUID();
      const seen: number[] = [];
      while (going()) {
        const next = await post("next", { token, count: 1, after: seen });
        const [question] =
          next.is === "acknowledged"
            ? (next.value as { questions: { id: number; revisionId: number }[] }).questions
            : [];
        if (question === undefined) {
          await pause(200);
          continue;
        }
        seen.push(question.id);
        const clientKey = randomUUID();
        const common = {
          questionId: question.id,
          baseRevisionId: question.revisionId,
          comment: "",
          clientKey,
          token,
        };
        const verification = "SELECT id FROM verifications WHERE client_key = $1";
        const marked = {
          what: "verification",
          whole: 1,
          sql: `SELECT count(*)::int AS n FROM (${verification}) x`,
          values: [clientKey],
        };
        const verify = chance.next() < 0.7;
        const done = await attempt(
          verify
            ? {
                kind: "verify",
                send: () => post("verify", { ...common, evidence: [] }),
                marks: [
                  marked,
                  audited("question.verified", "verificationId", verification, [clientKey]),
                ],
                essence: number("verificationId"),
              }
            : {
                kind: "refresh",
                send: () =>
                  post("refresh", {
                    ...common,
                    change: {
                      kind: "evidence",
                      sources: [`https://example.org/${clientKey}`],
                      verified: true,
                    },
                  }),
                marks: [
                  marked,
                  {
                    what: "revision",
                    whole: 1,
                    sql: "SELECT count(*)::int AS n FROM revisions WHERE client_key = $1",
                    values: [clientKey],
                  },
                  audited("question.refreshed", "verificationId", verification, [clientKey]),
                ],
                essence: number("revisionId"),
              },
        );
        if (done === null || !verify || chance.next() < 0.4) continue;
        const undoKey = randomUUID();
        await attempt({
          kind: "undo a verification",
          send: () => post("undo", { undoes: clientKey, clientKey: undoKey, token }),
          marks: [
            {
              what: "withdrawal",
              whole: 1,
              sql: "SELECT count(*)::int AS n FROM verifications WHERE client_key = $1",
              values: [undoKey],
            },
          ],
          essence: number("questionId"),
        });
      }
    },
  };
}

/** Rates at the desk, and corrects now and then. */
function rating(browser: Browser, work: Work, chance: Chance): Writer {
  const post = (step: string, body: object) =>
    browser.post(`/api/ratings/${step}`, { ...body, raterId: browser.userId });
  const judgment = "SELECT id FROM judgments WHERE client_key = $1";
  const marks = (key: string, type: string): Mark[] => [
    {
      what: "judgment",
      whole: 1,
      sql: `SELECT count(*)::int AS n FROM (${judgment}) x`,
      values: [key],
    },
    audited(type, "judgmentId", judgment, [key]),
  ];
  return {
    name: "rate",
    async work(attempt, going) {
      const visit = randomUUID();
      const dealt: number[] = [];
      while (going()) {
        const next = await post("next", {
          campaignId: work.campaignId,
          count: 3,
          held: dealt,
          visit,
        });
        const items =
          next.is === "acknowledged"
            ? (next.value as { items: { taskId: number; revisionId: number }[] }).items
            : [];
        if (items.length === 0) await pause(200);
        for (const { taskId, revisionId } of items) {
          if (!going()) return;
          dealt.push(taskId);
          const clientKey = randomUUID();
          const said = {
            verdict: { relaxed: true, strict: true },
            activeMs: 1_000,
            enteredAt: new Date().toISOString(),
          };
          const done = await attempt({
            kind: "rate",
            send: () => post("judge", { ...said, taskId, revisionId, visit, clientKey }),
            marks: [
              ...marks(clientKey, "judgment.submitted"),
              {
                what: "assignment that is judged",
                whole: 1,
                sql: `SELECT count(*)::int AS n FROM (${judgment}) j JOIN judgments g USING (id) JOIN rating_assignments a ON a.task_id = g.task_id AND a.rater_id = g.rater_id AND a.status = 'judged'`,
                values: [clientKey],
              },
            ],
            essence: number("judgmentId"),
          });
          if (done === null || chance.next() < 0.8) continue;
          const correctionKey = randomUUID();
          await attempt({
            kind: "correct a rating",
            send: () =>
              post("correct", {
                ...said,
                verdict: { relaxed: true, strict: false, strictReason: "contradiction" },
                supersedes: clientKey,
                correction: "Read again.",
                clientKey: correctionKey,
              }),
            marks: marks(correctionKey, "judgment.corrected"),
            essence: number("judgmentId"),
          });
        }
      }
    },
  };
}

const ROWS = 6;
const DEAD_MS = 10_000;

/** Imports small files of new questions: begins, waits for the plan, applies it. What a kill came between is applied in the next round. */
function importing(browser: Browser, begun: Work["begunImports"]): Writer {
  const statusOf = async (importId: number) => {
    const said = await browser.get(`/api/imports/${importId}`).catch(() => null);
    return said === null ? "unknown" : (said as { status: string }).status;
  };
  const begin = async (attempt: Attempt) => {
    const word = randomUUID();
    const rows = Array.from({ length: ROWS }, () => {
      const [a, b] = [randomUUID(), randomUUID()];
      return `1,TEST,Which ${a} is in ${word} of ${b}?,2023,occasionally,FALSE,one-hop,slow-changing,N/A,${a},,,,,,,,,,`;
    });
    const text = [RELEASE_COLUMNS.join(","), ...rows].join("\r\n");
    const clientKey = randomUUID();
    const made = "SELECT id FROM imports WHERE file_name = $1";
    const value = await attempt({
      kind: "begin an import",
      send: () =>
        browser.upload(
          `/api/imports?fileName=${word}.csv&date=unknown&clientKey=${clientKey}`,
          text,
        ),
      marks: [
        {
          what: "import",
          whole: 1,
          sql: `SELECT count(*)::int AS n FROM (${made}) x`,
          values: [`${word}.csv`],
        },
        audited("import.started", "importId", made, [`${word}.csv`]),
      ],
      essence: number("importId"),
    });
    if (value !== null)
      begun.push({ word, at: performance.now(), ...(value as { importId: number }) });
  };
  return {
    name: "import",
    async work(attempt, going) {
      while (going()) {
        // One after the other; what died while it was read is not waited for.
        if (begun.length === 0) await begin(attempt);
        const [first] = begun;
        if (first === undefined) continue;
        const { importId, word } = first;
        const status = await statusOf(importId);
        if (["unknown", "reading", "matching"].includes(status)) {
          await pause(50);
          if (performance.now() - first.at > DEAD_MS) begun.shift();
          continue;
        }
        begun.shift();
        if (status !== "planned") continue;
        const clientKey = randomUUID();
        await attempt({
          kind: "apply an import",
          send: () => browser.post(`/api/imports/${importId}/apply`, { clientKey }),
          marks: [
            {
              what: "questions of the file",
              whole: ROWS,
              sql: "SELECT count(*)::int AS n FROM question_heads WHERE question LIKE '%' || $1 || '%'",
              values: [word],
            },
            {
              what: "applied import",
              whole: 1,
              sql: "SELECT count(*)::int AS n FROM imports WHERE id = $1 AND status = 'applied' AND operation_id IS NOT NULL",
              values: [importId],
            },
            audited("import.applied", "importId", "SELECT $1::int AS id", [importId]),
          ],
          essence: (value: unknown) => value,
        });
        await pause(100);
      }
    },
  };
}

/** Publishes releases of some questions. @param day tells them apart */
function publishing(browser: Browser, work: Work, chance: Chance, day: () => string): Writer {
  const SIZE = 25;
  return {
    name: "publish",
    async work(attempt, going) {
      while (going()) {
        const name = `FreshQA_v${day()}`;
        const from = chance.between(60, work.questionIds.length - SIZE);
        const input = {
          name,
          notes: "",
          selection: { kind: "questions", questionIds: work.questionIds.slice(from, from + SIZE) },
          clientKey: randomUUID(),
        };
        const release = "SELECT id FROM releases WHERE name = $1";
        await attempt({
          kind: "publish",
          send: () => browser.act("lib/dataset/releases/actions.ts", "publishRelease", input),
          marks: [
            {
              what: "release",
              whole: 1,
              sql: `SELECT count(*)::int AS n FROM (${release}) x`,
              values: [name],
            },
            {
              what: "entries",
              whole: SIZE,
              sql: `SELECT count(*)::int AS n FROM (${release}) x JOIN release_entries e ON e.release_id = x.id`,
              values: [name],
            },
            audited("release.published", "releaseId", release, [name]),
          ],
          essence: number("sha256"),
        });
        await pause(300);
      }
    },
  };
}

const ITEMS = 5;

/** Has models answer and judge: one job of each kind, which workers go on with after the round. */
function generating(browser: Browser, work: Work, chance: Chance): Writer {
  return {
    name: "generate and judge",
    async work(attempt, going) {
      for (const kind of ["generate", "judge"] as const) {
        await pause(chance.between(0, 600));
        if (!going()) return;
        const clientKey = randomUUID();
        const sample = { size: ITEMS, seed: chance.between(1, 1_000_000) };
        const input =
          kind === "generate"
            ? {
                kind,
                target: { kind: "new", releaseName: work.releaseName, name: clientKey },
                methodVersionId: work.methodVersionId,
                servedModelId: work.servedModelId,
                date: "2025-04-07",
                sample,
                clientKey,
              }
            : {
                kind,
                runId: chance.pick(work.runIds),
                evaluatorId: work.evaluatorId,
                modes: ["relaxed"],
                again: true,
                date: "2025-04-07",
                sample,
                clientKey,
              };
        const job = "SELECT (outcome->>'jobId')::int AS id FROM client_keys WHERE key = $1::uuid";
        await attempt({
          kind: `start a job (${kind})`,
          send: () =>
            browser.act(
              "lib/runs/jobs/actions.ts",
              kind === "generate" ? "createGenerationJob" : "createJudgingJob",
              input,
            ),
          marks: [
            {
              what: "items",
              whole: ITEMS,
              sql: `SELECT count(*)::int AS n FROM (${job}) j JOIN job_items i ON i.job_id = j.id`,
              values: [clientKey],
            },
            audited("job.created", "jobId", job, [clientKey]),
          ],
          essence: number("jobId"),
        });
      }
    },
  };
}

/** Everyone who works at once. */
export function writersOf(work: Work, chance: Chance, day: () => string): Writer[] {
  return [
    ...work.editors.map((browser) => editing(browser, work, chance)),
    creating(work.maintainer),
    ...work.reviewers.map((browser) => refreshing(browser, chance)),
    ...work.raters.map((browser) => rating(browser, work, chance)),
    importing(work.maintainer, work.begunImports),
    publishing(work.maintainer, work, chance, day),
    generating(work.maintainer, work, chance),
  ];
}
