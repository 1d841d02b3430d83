import { fromBuffer, type Entry, type ZipFile } from "yauzl";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { AccessDenied, NotFound } from "@/lib/platform/errors";
import { readReferenceList } from "@/lib/runs/references/rules";
import { addTracingEvaluator } from "@/prisma/testing/traced-verdicts";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { findCampaignByName, openJudgmentExport } from "./queries";
import { parseCsv } from "@/prisma/testing/exported-judgments";
import { type Line } from "@/lib/reporting/files/exported-lines.oracle";
import {
  JUDGMENT_COLUMNS,
  RESPONSE_COLUMNS,
  type ExportedJudgment,
  type ExportedResponse,
  type ExportedVerdict,
  type JudgmentExportRequest,
} from "./schema";
import { notEmpty } from "@/prisma/testing/not-empty";

let made: RatingSampleMade;
let researcher: Actor;
beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, {
      name: "Pilot",
      questions: 300,
      models: 2,
      raters: 4,
      overlap: 200,
      judged: 0.9,
      agreement: 0.7,
      lowConfidence: 0.05,
      flagged: 0.05,
      corrected: 0.1,
      gold: 0.1,
      adjudicated: 0.5,
      evaluators: [0.9, 0.6],
    }),
  );
  researcher = { userId: made.researcherId, name: "R", roles: ["researcher"], via: "web" };
});
afterAll(disconnect);

async function fileOf(request: JudgmentExportRequest): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of (await openJudgmentExport(researcher, request)).bytes) parts.push(part);
  return Buffer.concat(parts).toString();
}
const lines = async (request: Partial<JudgmentExportRequest> = {}) =>
  (await fileOf({ campaign: made.campaignId, format: "jsonl", ...request }))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as ExportedJudgment);

describe("judgments as a file", () => {
  it("are all there, superseded ones too, each once, with the columns in order", async () => {
    const all = await lines();
    expect(all).toHaveLength(made.judgments);
    expect(new Set(all.map((line) => line.judgment_id)).size).toBe(made.judgments);
    expect(Object.keys(all[0]!)).toEqual(JUDGMENT_COLUMNS);
  });

  it("tell which of them count: one a judged slot that is not gold", async () => {
    const all = await lines();
    const counting = all.filter((line) => line.counts);
    expect(counting.length).toBe(
      await db.assignment.count({
        where: { campaignId: made.campaignId, status: "judged", task: { gold: false } },
      }),
    );
    expect(new Set(counting.map((line) => `${line.task_id} ${line.slot}`)).size).toBe(
      counting.length,
    );
    for (const line of notEmpty(all.filter((one) => one.superseded_by !== null))) {
      const later = all.find((one) => one.judgment_id === line.superseded_by)!;
      expect([later.supersedes, later.rater, later.task_id]).toEqual([
        line.judgment_id,
        line.rater,
        line.task_id,
      ]);
      expect(line.counts).toBe(false);
    }
  });

  it("give what agreement is computed from: recomputed from the file it is that of the database", async () => {
    const byTask = new Map<number, ExportedJudgment[]>();
    for (const line of await lines())
      if (line.counts && line.wanted === 2)
        byTask.set(line.task_id, [...(byTask.get(line.task_id) ?? []), line]);
    const pairs = [...byTask.values()].filter((pair) => pair.length === 2);
    const agreed = pairs.filter(
      ([one, other]) => one!.relaxed === other!.relaxed && one!.strict === other!.strict,
    ).length;
    const [row] = await db.$queryRaw<{ pairs: number; agreed: number }[]>`
      SELECT count(*)::int AS pairs, count(*) FILTER (WHERE j.relaxed = k.relaxed AND j.strict = k.strict)::int AS agreed
      FROM rating_assignments a JOIN rating_assignments b ON b.task_id = a.task_id AND b.slot > a.slot JOIN judgments j ON j.id = a.judgment_id JOIN judgments k ON k.id = b.judgment_id
      JOIN rating_tasks t ON t.id = a.task_id WHERE NOT t.gold`;
    expect({ pairs: pairs.length, agreed }).toEqual(row);
    expect(agreed / pairs.length).toBeGreaterThan(0.6);
  });

  it("name raters by number, with adjudications, gold and automatic verdicts, and no name of a person", async () => {
    const text = await fileOf({ campaign: made.campaignId, format: "jsonl" });
    for (const user of notEmpty(
      await db.user.findMany({
        where: { id: { in: [...made.raterIds, made.adjudicatorId] } },
      }),
    )) {
      expect(text).not.toContain(user.name);
      expect(text).not.toContain(user.email);
    }
    const all = await lines();
    expect(new Set(all.map((line) => line.rater))).toEqual(
      new Set(["Rater 1", "Rater 2", "Rater 3", "Rater 4"]),
    );
    expect(notEmpty(all).every((line) => line.automatic_verdicts.length === 2)).toBe(true);
    expect(
      notEmpty(all.filter((line) => line.gold)).every((line) => line.gold_relaxed !== null),
    ).toBe(true);
    const settled = new Set(
      all.filter((line) => line.adjudication_id !== null).map((line) => line.task_id),
    );
    expect(settled.size).toBe(await db.adjudication.count());
  });

  it("mark the corrections that were entered once all had judged, and no first judgment", async () => {
    const all = await lines();
    const pair = all
      .filter(
        (line) =>
          line.counts &&
          line.wanted === 2 &&
          line.supersedes === null &&
          line.adjudication_id === null,
      )
      .find((line) => all.filter((other) => other.task_id === line.task_id).length === 2)!;
    const {
      id: _id,
      judgedAt: _judgedAt,
      ...first
    } = await db.judgment.findUniqueOrThrow({ where: { id: pair.judgment_id } });
    const copy = (changes: object) =>
      db.judgment.create({
        data: {
          ...first,
          ...changes,
          clientKey: crypto.randomUUID(),
          correction: "They convinced me",
        },
      });
    const late = await copy({ supersedesId: pair.judgment_id });
    const marked = (await lines()).filter((line) => line.task_id === pair.task_id);
    expect(marked.filter((line) => line.after_all_rated).map((line) => line.judgment_id)).toEqual([
      late.id,
    ]);
    // One that comes before the other rater's first judgment is one's own.
    const alone = (await lines()).find(
      (line) =>
        line.counts &&
        line.wanted === 2 &&
        line.supersedes === null &&
        all.filter((other) => other.task_id === line.task_id).length === 1,
    )!;
    const {
      id: _other,
      judgedAt: _at,
      ...early
    } = await db.judgment.findUniqueOrThrow({ where: { id: alone.judgment_id } });
    const correction = await db.judgment.create({
      data: {
        ...early,
        supersedesId: alone.judgment_id,
        clientKey: crypto.randomUUID(),
        correction: "A slip",
      },
    });
    const told = await lines();
    expect(told.find((line) => line.judgment_id === correction.id)!.after_all_rated).toBe(false);
    expect(told.filter((line) => line.supersedes === null && line.after_all_rated)).toEqual([]);
    made.judgments += 2;
  });

  it("give the last word of an evaluator on each mode, whatever it said before or of the other mode", async () => {
    const [line] = await lines();
    const evaluator = await db.evaluator.create({
      data: {
        name: "One mode at a time",
        family: "One mode at a time",
        createdById: made.maintainerId,
      },
    });
    const { id: responseId, revisionId } = await db.response.findUniqueOrThrow({
      where: { id: line!.response_id },
    });
    for (const verdict of [
      { relaxed: false, strict: false },
      { relaxed: true },
      { strict: null, relaxed: true },
    ]) {
      await db.automaticVerdict.create({
        data: { responseId, evaluatorId: evaluator.id, revisionId, ...verdict },
      });
    }
    const told = (await lines()).find(
      (one) => one.judgment_id === line!.judgment_id,
    )!.automatic_verdicts;
    expect(told).toContainEqual(
      expect.objectContaining({ evaluator: "One mode at a time", relaxed: true, strict: false }),
    );
  });

  it("say of each automatic verdict by which answers it was made, and how these relate to the release and to today", async () => {
    const own = await withConnection((client) =>
      makeRating(client, { name: "Machines", questions: 4 }),
    );
    const {
      id: responseId,
      revisionId,
      questionId,
    } = await db.response.findFirstOrThrow({ where: { runId: own.runIds[0]! } });
    const evaluator = await db.evaluator.create({
      data: { name: "By both answers", family: "By both answers", createdById: made.maintainerId },
    });
    const { id: _id, ...old } = await db.revision.findUniqueOrThrow({ where: { id: revisionId } });
    const revise = async (number: number, change: (cells: string[]) => string[]) => {
      const { id } = await db.revision.create({
        data: { ...old, number, reason: "edit", cells: change(old.cells) },
      });
      await db.questionHead.update({ where: { questionId }, data: { revisionId: id, number } });
      return id;
    };
    const noted = await revise(old.number + 1, (cells) => cells.with(18, "Checked again."));
    const changed = await revise(old.number + 2, (cells) => cells.with(8, "Another answer"));
    for (const said of [
      { revisionId, relaxed: true, strict: true },
      { revisionId: changed, relaxed: false, strict: false },
      { revisionId: noted, relaxed: false },
    ]) {
      await db.automaticVerdict.create({
        data: { responseId, evaluatorId: evaluator.id, ...said },
      });
    }
    for (const rows of ["judgments", "responses"] as const) {
      const of = async (format: "csv" | "jsonl") => {
        const text = await fileOf({ campaign: own.campaignId, rows, format });
        const found =
          format === "csv"
            ? parseCsv(text).find((line) => line.response_id === String(responseId))
            : text
                .trimEnd()
                .split("\n")
                .map((line) => JSON.parse(line) as ExportedJudgment)
                .find((line) => line.response_id === responseId);
        const verdicts =
          format === "csv"
            ? (JSON.parse((found as Line).automatic_verdicts!) as ExportedVerdict[])
            : (found as ExportedJudgment).automatic_verdicts;
        return verdicts.filter((verdict) => verdict.evaluator === "By both answers");
      };
      const { falsePremise: false_premise } = old;
      // What was said by the release's answers under a note is by the same truth.
      expect(await of("jsonl"), rows).toEqual([
        {
          evaluator: "By both answers",
          relaxed: false,
          strict: false,
          family: "By both answers",
          version: 1,
          relaxed_call: null,
          strict_call: null,
          revision: old.number + 2,
          answers: old.cells.slice(8, 18).with(0, "Another answer"),
          false_premise,
          release_answers: false,
          stale: false,
        },
        {
          evaluator: "By both answers",
          relaxed: false,
          strict: true,
          family: "By both answers",
          version: 1,
          relaxed_call: null,
          strict_call: null,
          revision: old.number + 1,
          answers: old.cells.slice(8, 18),
          false_premise,
          release_answers: true,
          stale: true,
        },
      ]);
      expect(await of("csv")).toEqual(await of("jsonl"));
    }
  });

  it("name an evaluator's family and version, and the call of each mode that a job asked for", async () => {
    const own = await withConnection((client) =>
      makeRating(client, { name: "Calls", questions: 3 }),
    );
    const {
      id: responseId,
      revisionId,
      runId,
    } = await db.response.findFirstOrThrow({
      where: { runId: own.runIds[0]! },
    });
    const judge = await addTracingEvaluator(own.maintainerId, "Traced");
    const calls: number[] = [];
    for (const [mode, credit] of [
      ["relaxed", false],
      ["relaxed", true],
      ["strict", false],
    ] as const)
      calls.push((await judge.says({ runId, responseId, revisionId, mode, credit })).callId);
    const line = parseCsv(
      await fileOf({ campaign: own.campaignId, rows: "responses", format: "csv" }),
    ).find((one) => one.response_id === String(responseId))!;
    expect(JSON.parse(line.automatic_verdicts!)).toMatchObject([
      {
        evaluator: "Traced, version 2",
        family: "Traced",
        version: 2,
        relaxed: true,
        strict: false,
        relaxed_call: calls[1],
        strict_call: calls[2],
      },
    ]);
  });

  it("leave no list empty in a different way: [] in CSV as in JSON Lines", async () => {
    const bare = await withConnection((client) =>
      makeRating(client, { name: "Bare", questions: 3 }),
    );
    for (const rows of ["judgments", "responses"] as const) {
      const csv = parseCsv(await fileOf({ campaign: bare.campaignId, rows, format: "csv" }));
      expect(csv.length).toBeGreaterThan(0);
      expect(
        new Set(
          csv.flatMap((line) => [
            line.automatic_verdicts,
            line.gold_verdicts,
            line.adjudications ?? "[]",
          ]),
        ),
        rows,
      ).toEqual(new Set(["[]"]));
    }
  });

  it("are the same as CSV, texts to the letter, and those of both runs together are those of the campaign", async () => {
    const csv = await fileOf({ campaign: made.campaignId, format: "csv" });
    expect(csv.split("\r\n")[0]).toBe(JUDGMENT_COLUMNS.join(","));
    expect(csv.trimEnd().split("\r\n")).toHaveLength(made.judgments + 1);
    const runs = await Promise.all(made.runIds.map((run) => lines({ campaign: undefined, run })));
    expect(runs.flat().length).toBe(made.judgments);
    expect(new Set(runs[0]!.map((line) => line.run_id))).toEqual(new Set([made.runIds[0]]));
  });

  it("are those of the moment at which the export began", async () => {
    const file = await openJudgmentExport(researcher, {
      campaign: made.campaignId,
      format: "jsonl",
    });
    await file.bytes.next();
    const open = await db.disagreement.findFirstOrThrow({
      where: { campaignId: made.campaignId },
    });
    const task = await db.ratingTask.findUniqueOrThrow({ where: { id: open.taskId } });
    await db.adjudication.create({
      data: {
        taskId: task.id,
        adjudicatorId: made.adjudicatorId,
        revisionId: task.revisionId,
        relaxed: true,
        strict: true,
        reason: "Late",
        clientKey: crypto.randomUUID(),
      },
    });
    const parts: Uint8Array[] = [];
    for await (const part of file.bytes) parts.push(part);
    expect(Buffer.concat(parts).toString()).not.toContain('"Late"');
    expect(await fileOf({ campaign: made.campaignId, format: "jsonl" })).toContain('"Late"');
  });

  it("say which were judged by answers that are no longer those of the question", async () => {
    const [line] = await lines();
    expect(line!.stale).toBe(false);
    const head = await db.questionHead.findUniqueOrThrow({
      where: { questionId: Number(line!.question_id.slice(1)) },
    });
    const old = await db.revision.findUniqueOrThrow({ where: { id: head.revisionId } });
    const { id: _id, ...copy } = old;
    const later = await db.revision.create({
      data: {
        ...copy,
        number: old.number + 1,
        reason: "edit",
        cells: old.cells.map((cell, place) => (place === 8 ? `${cell} (new)` : cell)),
      },
    });
    await db.questionHead.update({
      where: { questionId: head.questionId },
      data: { revisionId: later.id, number: later.number },
    });
    const stale = (await lines()).filter((one) => one.stale);
    expect(stale.length).toBeGreaterThan(0);
    expect(new Set(stale.map((one) => one.question_id))).toEqual(new Set([line!.question_id]));
  });

  it("are beside a file of all responses of the campaign, also of those that no one rated, with what else counts of them", async () => {
    const part = await withConnection((client) =>
      makeRating(client, {
        name: "Part",
        questions: 40,
        raters: 2,
        judged: 0.2,
        gold: 0.4,
        adjudicated: 1,
        agreement: 0,
        evaluators: [0.8],
      }),
    );
    const rows = parseCsv(
      await fileOf({ campaign: part.campaignId, rows: "responses", format: "csv" }),
    );
    expect(rows.map((row) => Object.keys(row))).toEqual(rows.map(() => [...RESPONSE_COLUMNS]));
    expect(rows).toHaveLength(40);
    const judged = new Set(
      parseCsv(await fileOf({ campaign: part.campaignId, format: "csv" })).map(
        (line) => line.response_id,
      ),
    );
    const goldAlone = rows.filter((row) => row.gold === "TRUE" && !judged.has(row.response_id));
    expect(goldAlone.length).toBeGreaterThan(0);
    expect(
      notEmpty(goldAlone).every(
        (row) =>
          row.ratings === "0" &&
          (JSON.parse(row.gold_verdicts!) as unknown[]).length === 1 &&
          (JSON.parse(row.automatic_verdicts!) as unknown[]).length === 1,
      ),
    ).toBe(true);
    const settled = rows.flatMap(
      (row) => JSON.parse(row.adjudications!) as { id: number; release_answers: boolean }[],
    );
    expect(settled.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
      (
        await db.adjudication.findMany({
          where: { task: { campaignId: part.campaignId, gold: false } },
          orderBy: { id: "asc" },
        })
      ).map(({ id }) => id),
    );
    expect(rows.reduce((sum, row) => sum + Number(row.ratings), 0)).toBe(
      await db.assignment.count({ where: { campaignId: part.campaignId, status: "judged" } }),
    );
    // A run's file has the responses that are in no campaign too, and JSON Lines say the same.
    const outside = await withConnection((client) =>
      makeRating(client, { name: "Outside", questions: 3, campaign: false, evaluators: [1] }),
    );
    const alone = (await fileOf({ run: outside.runIds[0]!, rows: "responses", format: "jsonl" }))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as ExportedResponse);
    expect(alone).toHaveLength(3);
    expect(alone.map((row) => Object.keys(row))).toEqual(alone.map(() => [...RESPONSE_COLUMNS]));
    expect(
      notEmpty(alone).every(
        (row) =>
          row.task_id === null &&
          row.campaign === null &&
          !row.gold &&
          !row.sampled &&
          row.automatic_verdicts.length === 1,
      ),
    ).toBe(true);
    expect(alone.map((row) => row.references)).toEqual([[], [], []]);
    await db.responseReference.createMany({
      data: [
        { responseId: alone[0]!.response_id, place: 3, title: null, url: "u", text: "third" },
        { responseId: alone[0]!.response_id, place: 1, title: "T", url: null, text: '"first"' },
      ],
    });
    const [cited] = parseCsv(
      await fileOf({ run: outside.runIds[0]!, rows: "responses", format: "csv" }),
    );
    // Read back they are the same.
    expect(readReferenceList(cited!.references!).references).toEqual([
      { place: 1, title: "T", url: null, text: '"first"' },
      { place: 3, title: null, url: "u", text: "third" },
    ]);
    const { fileName } = await openJudgmentExport(researcher, {
      campaign: part.campaignId,
      rows: "responses",
      format: "csv",
      spreadsheet: true,
    });
    expect(fileName).toMatch(/^responses-part-\d{4}-\d{2}-\d{2}-spreadsheet\.csv$/);
  });

  it("are for researchers and maintainers, and not found for a campaign or run that is not there", async () => {
    for (const role of ["rater", "adjudicator", "annotator", "admin"] as const) {
      await expect(
        openJudgmentExport(
          { ...researcher, roles: [role] },
          { campaign: made.campaignId, format: "csv" },
        ),
      ).rejects.toThrow(AccessDenied);
    }
    await expect(openJudgmentExport(researcher, { run: 999_999, format: "csv" })).rejects.toThrow(
      NotFound,
    );
    await expect(findCampaignByName(researcher, "pilot")).rejects.toThrow(NotFound);
    expect(await findCampaignByName(researcher, "Pilot")).toEqual({
      id: made.campaignId,
      name: "Pilot",
    });
  });
});

describe("a chosen part of the file", () => {
  it("has the current ratings alone, the chosen columns in the file's order, and refuses a column that there is not", async () => {
    const all = await lines();
    const corrected = all.filter(({ superseded_by }) => superseded_by !== null).length;
    expect(corrected).toBeGreaterThan(10);
    const current = await lines({ current: true, columns: ["strict", "rater", "relaxed"] });
    expect(current).toHaveLength(all.length - corrected);
    expect(Object.keys(current[0]!)).toEqual(
      JUDGMENT_COLUMNS.filter((name) => ["rater", "relaxed", "strict"].includes(name)),
    );
    await expect(lines({ columns: ["rater", "e-mail"] })).rejects.toThrow("e-mail");
  });

  it("is the same as a workbook: its rows, its numbers, and texts that stay texts", async () => {
    const columns = ["judgment_id", "question_id", "relaxed", "response"];
    const parts: Uint8Array[] = [];
    const file = await openJudgmentExport(researcher, {
      campaign: made.campaignId,
      format: "xlsx",
      current: true,
      columns,
    });
    for await (const part of file.bytes) parts.push(part);
    expect(file.fileName).toMatch(/\.xlsx$/);
    const sheet = await sheetOf(Buffer.concat(parts));
    const wanted = await lines({ current: true, columns });
    expect(sheet.match(/<row /g)).toHaveLength(wanted.length + 1);
    const last = wanted.at(-1)!;
    const row = sheet.slice(sheet.lastIndexOf("<row "));
    // In the file's order.
    const order = JUDGMENT_COLUMNS.filter((name) => columns.includes(name));
    const cell = (name: string) => {
      const letter = "ABCD"[order.indexOf(name as (typeof order)[number])]!;
      return new RegExp(`<c r="${letter}${wanted.length + 1}"[^>]*>(.*?)</c>`, "s").exec(row)![1]!;
    };
    expect(cell("judgment_id")).toBe(`<v>${last.judgment_id}</v>`);
    expect(cell("relaxed")).toBe(`<v>${last.relaxed ? 1 : 0}</v>`);
    expect(cell("question_id")).toContain(`>${last.question_id}<`);
  });
});

/** The sheet's XML of a workbook. */
async function sheetOf(bytes: Buffer): Promise<string> {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, found) =>
      error ? reject(error) : resolve(found),
    ),
  );
  return new Promise((resolve, reject) => {
    zip.on("entry", (entry: Entry) => {
      if (!entry.fileName.endsWith("sheet1.xml")) return zip.readEntry();
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        const parts: Buffer[] = [];
        stream.on("data", (part: Buffer) => parts.push(part));
        stream.on("end", () => resolve(Buffer.concat(parts).toString()));
      });
    });
    zip.on("error", reject);
    zip.readEntry();
  });
}
