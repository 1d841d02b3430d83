import { afterAll, beforeAll, expect, it } from "vitest";
import { contentOfRevision, renderCells } from "@/lib/dataset/questions/cells";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { addDays } from "@/lib/dataset/schedule/rules";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { accuracyRequest, comparisonRequest } from "@/lib/reporting/accuracy/schema";
import { compareRuns, getAccuracyReport } from "@/lib/reporting/accuracy/queries";
import { getAgreementReport } from "@/lib/reporting/agreement/queries";
import { agreementRequest } from "@/lib/reporting/agreement/schema";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { visibleState } from "./queries";
import { writeState } from "./address";
import { addMaintainer, importing } from "@/prisma/testing/imports";
import { keepDay } from "@/prisma/testing/noon";
import { holdSince } from "@/prisma/testing/past-days";

/* A report by the answers of a past date says how many of the questions that its runs answered a file of unknown date changed later. */

let actor: Actor;
let made: RatingSampleMade;
let others: RatingSampleMade;
let yesterday: string;
/** The hops of the questions that the file changed. */
let hops: string[];
/** The state before the file came. */
let before: string;
const { plan, applied } = importing(() => actor);

beforeAll(async () => {
  await withConnection(keepDay);
  actor = await addMaintainer();
  const [said] = await db.$queryRaw<{ day: string }[]>`SELECT dataset_today()::text AS day`;
  yesterday = addDays(said!.day, -1);
  const make = (name: string) =>
    withConnection((client) => makeRating(client, { name, questions: 12, models: 2 }));
  made = await make("Changed");
  others = await make("Others");
  await holdSince("2026-01-05");
  before = writeState(await visibleState());
  const heads = await db.questionHead.findMany({
    where: { questionId: { in: await answeredBy(made.runIds[0]!) } },
    orderBy: { questionId: "asc" },
    take: 3,
  });
  const changed = await db.revision.findMany({
    where: { id: { in: heads.map(({ revisionId }) => revisionId) } },
  });
  hops = changed.map((revision) => revision.hops!);
  expect(hops).toHaveLength(3);
  const rows = [
    ...changed.map((revision) =>
      renderCells({ ...contentOfRevision(revision), answers: ["Quite another answer"] }),
    ),
    renderCells({
      ...contentOfRevision(changed[0]!),
      question: "Which mill is new here?",
    }),
  ];
  const { importId } = await plan(
    [
      RELEASE_COLUMNS.join(","),
      ...rows.map((cells, at) =>
        [String(at), ...cells].map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","),
      ),
    ].join("\r\n"),
    "corrections.csv",
  );
  await applied(importId);
});
afterAll(disconnect);

async function answeredBy(runId: number): Promise<number[]> {
  const responses = await db.response.findMany({ where: { runId } });
  return responses.map(({ questionId }) => questionId);
}

const accuracy = async (
  runs: readonly number[],
  truth: string,
  more: { state?: string; hops?: string } = {},
) =>
  (await getAccuracyReport(actor, accuracyRequest.parse({ runs, truth, ...more }))).inputs.undated;

it("accuracy counts the questions that the runs answered, not what else the file brought", async () => {
  expect(await accuracy(made.runIds, yesterday)).toEqual({ questions: 3, files: 1 });
  expect(await accuracy([made.runIds[0]!, others.runIds[0]!], yesterday)).toEqual({
    questions: 3,
    files: 1,
  });
  expect(await accuracy(others.runIds, yesterday)).toBeNull();
  expect(await accuracy(made.runIds, "release")).toBeNull();
  expect(await accuracy(made.runIds, yesterday, { state: before })).toBeNull();
});

it("accuracy of a part counts the questions of that part", async () => {
  const counted = await Promise.all(
    ["one-hop", "multi-hop"].map(async (kind) => {
      const undated = await accuracy(made.runIds, yesterday, { hops: kind });
      expect(undated?.questions ?? 0).toBe(hops.filter((one) => one === kind).length);
      return undated;
    }),
  );
  expect(counted.filter((one) => one !== null).length).toBeGreaterThan(0);
});

it("a comparison counts those that either run answered", async () => {
  const between = async (first: number, second: number) =>
    (await compareRuns(actor, comparisonRequest.parse({ first, second, truth: yesterday }))).inputs
      .undated;
  expect(await between(made.runIds[0]!, made.runIds[1]!)).toEqual({ questions: 3, files: 1 });
  expect(await between(others.runIds[0]!, others.runIds[1]!)).toBeNull();
});

it("agreement counts those with responses in the campaigns", async () => {
  const of = async (campaign: number) =>
    (
      await getAgreementReport(
        actor,
        agreementRequest.parse({ campaign: String(campaign), truth: yesterday }),
      )
    ).inputs.undated;
  expect(await of(made.campaignId)).toEqual({ questions: 3, files: 1 });
  expect(await of(others.campaignId)).toBeNull();
});
