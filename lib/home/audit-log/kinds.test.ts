import { describe, expect, it } from "vitest";
import { notEmpty } from "@/prisma/testing/not-empty";
import { productSourcesIn, read } from "@/prisma/testing/tree";
import { auditLogPage } from "./address";
import { AUDIT_EVENT_KINDS, withKnownKind } from "./kinds";

const person = { userId: 7, email: "ada@example.org" };
/** What an event of each kind holds. */
const EXAMPLES: { type: string; data: Record<string, unknown> }[] = [
  { type: "sign-in.succeeded", data: { ...person, method: "password" } },
  {
    type: "sign-in.refused",
    data: { account: "", address: "192.0.2.1", because: "oidc: email not verified" },
  },
  { type: "user.created", data: { ...person, roles: ["rater"] } },
  { type: "user.roles-changed", data: { ...person, from: [], to: ["rater", "admin"] } },
  { type: "user.renamed", data: { ...person, from: "Ada", to: "Ada B." } },
  { type: "user.deactivated", data: person },
  { type: "user.reactivated", data: person },
  { type: "user.password-changed", data: person },
  { type: "session.ended", data: { ...person, everywhere: true } },
  { type: "user.password-reset", data: person },
  { type: "invitation.made", data: { linkId: 1, email: person.email, roles: ["annotator"] } },
  { type: "invitation.revoked", data: { linkId: 1, email: person.email } },
  { type: "invitation.accepted", data: { ...person, linkId: 1 } },
  { type: "reset-link.made", data: { ...person, linkId: 1 } },
  { type: "question.created", data: { questionId: 17, number: 1 } },
  { type: "question.commented", data: { questionId: 17, commentId: 4 } },
  { type: "question.thread", data: { questionId: 17, commentId: 5, resolved: true } },
  {
    type: "question.revised",
    data: { questionId: 17, number: 2, reason: "edit", columns: ["answer_0"] },
  },
  { type: "sample.added", data: { count: 63 } },
  { type: "questions.changed", data: { operationId: 3, action: "Retired", count: 1 } },
  { type: "operation.undone", data: { operationId: 4, undoes: 3, count: 12, kept: 2 } },
  { type: "import.started", data: { importId: 5, fileName: "a.csv", byteSize: 1_234_567 } },
  { type: "import.reading-chosen", data: { importId: 5, reading: "separator=semicolon" } },
  { type: "responses.reading-chosen", data: { runId: 2, importId: 5, reading: "quotes=literal" } },
  { type: "import.applied", data: { importId: 5, operationId: 6, outcome: { new: 600 } } },
  { type: "import-queue.started", data: { queueId: 3 } },
  { type: "import.undone", data: { importId: 5, operationId: 7, reverted: 12, retired: 3 } },
  { type: "import.cancelled", data: { importId: 5 } },
  {
    type: "release.published",
    data: { releaseId: 1, name: "FreshQA_v11212026", sha256: "ab".repeat(32), questionCount: 600 },
  },
  { type: "license.chosen", data: { license: "CC-BY-4.0", holder: "FreshLLMs" } },
  {
    type: "release.license-stated",
    data: { name: "FreshQA_v11212026", license: "CC-BY-4.0" },
  },
  {
    type: "question.verified",
    data: { questionId: 17, number: 2, verificationId: 5, evidence: 1 },
  },
  {
    type: "question.refreshed",
    data: {
      questionId: 17,
      number: 3,
      change: "answer",
      columns: ["answer_0"],
      verificationId: null,
    },
  },
  { type: "review.undone", data: { questionId: 17, number: 4, what: "revision" } },
  { type: "reviews.assigned", data: { assigneeId: 3, count: 12 } },
  { type: "reviews.shared-out", data: { assigneeIds: [3, 4], count: 12 } },
  { type: "reviews.assignment-undone", data: { count: 12 } },
  { type: "schedule.smoothed", data: { weeks: 12, count: 40, peakBefore: 30, peakAfter: 9 } },
  { type: "schedule.smoothing-undone", data: { count: 40 } },
  {
    type: "settings.changed",
    data: { changes: { timeZone: { from: "UTC", to: "Europe/Berlin" } } },
  },
  { type: "judgment.submitted", data: { judgmentId: 5, taskId: 3, campaignId: 2, flagged: true } },
  { type: "judgment.corrected", data: { judgmentId: 6, taskId: 3, campaignId: 2, supersedes: 5 } },
  { type: "adjudication.made", data: { adjudicationId: 4, taskId: 3, campaignId: 2 } },
  {
    type: "adjudication.superseded",
    data: { adjudicationId: 5, taskId: 3, campaignId: 2, supersedes: 4 },
  },
  { type: "task.commented", data: { commentId: 8, taskId: 3, campaignId: 2 } },
  { type: "tickets.settled", data: { questionId: 7, ticketIds: [1, 2], as: "kept" } },
  { type: "training.finished", data: { attempt: 1, score: 13, threshold: 12, qualified: true } },
  { type: "rating-settings.changed", data: { changes: { qualifyAt: { from: "12", to: "13" } } } },
  { type: "submission.started", data: { submissionId: 9 } },
  { type: "submission.submitted", data: { submissionId: 9, round: 2 } },
  { type: "submission.withdrawn", data: { submissionId: 9 } },
  {
    type: "submission.decided",
    data: { submissionId: 9, round: 2, outcome: "rejected", reason: "too-easy", questionId: null },
  },
  { type: "submission.commented", data: { submissionId: 9, commentId: 4 } },
  { type: "targets.changed", data: { changes: { testPerCategory: { from: "125", to: "100" } } } },
  {
    type: "splits.drawn",
    data: { drawId: 1, operationId: 7, seed: "spring", mode: "anew", count: 600 },
  },
  { type: "notices.mail-chosen", data: { mail: "daily" } },
  { type: "method.created", data: { methodId: 3, name: "FreshPrompt", kind: "freshprompt" } },
  { type: "method.edited", data: { methodId: 3, name: "FreshPrompt", before: "FreshPromt" } },
  { type: "method.version-saved", data: { methodId: 3, name: "FreshPrompt", number: 2 } },
  { type: "method.archived", data: { methodId: 3, name: "FreshPrompt" } },
  { type: "method.restored", data: { methodId: 3, name: "FreshPrompt" } },
  { type: "protocol.created", data: { protocolId: 4, name: "Grades", unit: "response" } },
  { type: "protocol.edited", data: { protocolId: 4, name: "Grades", before: "Marks" } },
  { type: "protocol.version-saved", data: { protocolId: 4, name: "Grades", number: 2 } },
  { type: "protocol.archived", data: { protocolId: 4, name: "Grades" } },
  { type: "protocol.restored", data: { protocolId: 4, name: "Grades" } },
  {
    type: "demonstrations.saved",
    data: { setId: 4, name: "Examples", version: 1, demonstrations: 15 },
  },
  { type: "model.created", data: { modelId: 2, name: "Heron 2" } },
  { type: "model.edited", data: { modelId: 2, name: "Heron 2", changed: ["size"] } },
  {
    type: "job.created",
    data: {
      jobId: 5,
      runId: 3,
      kind: "generate",
      by: "FreshPrompt, version 1",
      items: 60,
      leftOut: 2,
      spendingLimit: 5,
    },
  },
  { type: "job.paused", data: { jobId: 5 } },
  { type: "job.resumed", data: { jobId: 5, spendingLimit: null } },
  { type: "job.cancelled", data: { jobId: 5, open: 12 } },
  { type: "job.retried", data: { jobId: 5, count: 3 } },
  { type: "job.failures-accepted", data: { jobId: 5, count: 3 } },
  {
    type: "run.created",
    data: { runId: 3, modelName: "Heron 2", releaseName: "FreshQA_v11212026", name: "Zero-shot" },
  },
  { type: "run.edited", data: { runId: 3, name: "Zero-shot", changed: [] } },
  { type: "evaluator.created", data: { evaluatorId: 4, name: "FreshEval" } },
  { type: "evaluator.edited", data: { evaluatorId: 4, name: "FreshEval", changed: ["note"] } },
  {
    type: "responses.import-started",
    data: { runId: 3, importId: 4, fileName: "a.csv", byteSize: 1_234 },
  },
  { type: "responses.imported", data: { runId: 3, importId: 4, outcome: { added: 600 } } },
  { type: "responses.import-cancelled", data: { runId: 3, importId: 4 } },
  {
    type: "connection.created",
    data: { connectionId: 1, name: "OpenAI", service: "openai-chat" },
  },
  { type: "connection.edited", data: { connectionId: 1, name: "OpenAI", changed: ["baseUrl"] } },
  { type: "connection.archived", data: { connectionId: 1, name: "OpenAI" } },
  { type: "connection.restored", data: { connectionId: 1, name: "OpenAI" } },
  { type: "connection.key-set", data: { connectionId: 1, name: "OpenAI", source: "entered" } },
  { type: "connection.tested", data: { connectionId: 1, name: "OpenAI", outcome: "answered" } },
  {
    type: "served-model.added",
    data: { connectionId: 1, name: "OpenAI", servedModelId: 2, label: "GPT-5" },
  },
  {
    type: "served-model.edited",
    data: { connectionId: 1, name: "OpenAI", servedModelId: 2, label: "GPT-5", changed: ["seed"] },
  },
  {
    type: "served-model.archived",
    data: { connectionId: 1, name: "OpenAI", servedModelId: 2, label: "GPT-5" },
  },
  {
    type: "served-model.restored",
    data: { connectionId: 1, name: "OpenAI", servedModelId: 2, label: "GPT-5" },
  },
  {
    type: "price.added",
    data: { connectionId: 1, name: "OpenAI", apiName: "gpt-5", validFrom: "2026-11-01" },
  },
  { type: "host.allowed", data: { host: "wiki.internal:80", pages: true } },
  { type: "host.removed", data: { host: "localhost:11434" } },
  { type: "keys.rotated", data: { sealed: 2, lost: 1 } },
  { type: "campaign.planned", data: { campaignId: 2, name: "First", version: 1 } },
  { type: "campaign.discarded", data: { campaignId: 2, name: "First" } },
  { type: "campaign.edited", data: { campaignId: 2, name: "First", deadline: null } },
  {
    type: "campaign.opened",
    data: { campaignId: 2, name: "First", tasks: 20, ratings: 40, gold: 1, raters: 2 },
  },
  {
    type: "campaign.status-changed",
    data: { campaignId: 2, name: "First", from: "open", to: "paused" },
  },
  { type: "campaign.rater-joined", data: { campaignId: 2, name: "First", raterId: 5, moved: 12 } },
  { type: "campaign.rater-left", data: { campaignId: 2, name: "First", raterId: 5, moved: 12 } },
  { type: "campaign.taken-over", data: { campaignId: 2, name: "First", count: 20 } },
  {
    type: "campaign.alarm-raised",
    data: { campaignId: 2, name: "First", raterId: 5, kind: "too-fast", paused: true },
  },
  {
    type: "campaign.alarm-settled",
    data: { campaignId: 2, name: "First", raterId: 5, kind: "too-fast" },
  },
  {
    type: "campaign.alarms-changed",
    data: {
      campaignId: 2,
      name: "First",
      fastSeconds: 3,
      straightLining: true,
      alarmPauses: false,
    },
  },
  { type: "campaign.audit-changed", data: { campaignId: 2, name: "First", rate: 10 } },
  { type: "campaign.rater-paused", data: { campaignId: 2, name: "First", raterId: 5 } },
  { type: "campaign.rater-resumed", data: { campaignId: 2, name: "First", raterId: 5 } },
  { type: "rater.rate-set", data: { raterId: 5, validFrom: "2026-01-01" } },
  { type: "campaign.items-assigned", data: { campaignId: 2, name: "First", raterId: 5, count: 9 } },
  {
    type: "campaign.items-taken-back",
    data: { campaignId: 2, name: "First", raterId: 5, count: 9 },
  },
  {
    type: "campaign.items-reordered",
    data: { campaignId: 2, name: "First", count: 9, place: "last" },
  },
  {
    type: "campaign.overlap-raised",
    data: { campaignId: 2, name: "First", ratings: 40, ratingsPerResponse: 3, overlap: null },
  },
  { type: "campaign.message-sent", data: { campaignId: 2, name: "First", raters: 3 } },
  { type: "campaign.nudged", data: { campaignId: 2, name: "First", raterId: 5, waiting: 9 } },
  { type: "conflict.stated", data: { raterId: 5, runId: 3, reason: "Wrote the prompt" } },
  { type: "conflict.withdrawn", data: { raterId: 5, runId: 3 } },
  { type: "gold.set", data: { responseId: 8, runId: 3, relaxed: true, strict: false } },
  { type: "gold.withdrawn", data: { responseId: 8 } },
  {
    type: "gold-answers.set",
    data: { responseId: 8, referencePlace: 2, protocolId: 3, protocol: "Ours", questions: 1 },
  },
  {
    type: "gold-answers.withdrawn",
    data: { responseId: 8, referencePlace: null, protocolId: 3, protocol: "Ours" },
  },
  {
    type: "leaderboard.changed",
    data: { changes: { isPublic: { from: "false", to: "true" }, runs: { from: "", to: "3, 1" } } },
  },
  {
    type: "backup.made",
    data: { fileName: "friday.zip", byteSize: 1_234, sha256: "ab".repeat(32), rows: 99 },
  },
  {
    type: "backup.restored",
    data: {
      fileName: "friday.zip",
      createdAt: "2026-11-20T23:00:00.000Z",
      rows: 1_999,
      revokedInvitations: 1,
      revokedResetLinks: 0,
    },
  },
  { type: "view.saved", data: { viewId: 1, name: "Overdue" } },
  { type: "view.deleted", data: { viewId: 1, name: "Overdue" } },
];

const inWords = (type: string, data?: unknown) =>
  AUDIT_EVENT_KINDS.get(type)!.words(data ?? EXAMPLES.find((event) => event.type === type)!.data);

describe("every kind of event", () => {
  it("that a feature defines is known to the log once, has an example here, and a label", () => {
    const defined = productSourcesIn("lib")
      .flatMap((path) => [...read(path).matchAll(/= (?:auditEvent|campaignEvent)\("([a-z.-]+)"/g)])
      .map(([, type]) => type!);
    expect(notEmpty(defined).toSorted()).toEqual([...AUDIT_EVENT_KINDS.keys()].toSorted());
    expect(EXAMPLES.map((event) => event.type).toSorted()).toEqual(defined.toSorted());
    for (const { label } of AUDIT_EVENT_KINDS.values()) expect(label).toMatch(/^[A-Z]/);
  });

  it.each(EXAMPLES)("is said in words: $type", ({ type, data }) => {
    expect(AUDIT_EVENT_KINDS.get(type)!.data.strict().parse(data)).toEqual(data);
    const { text, href } = inWords(type)!;
    expect(text).not.toMatch(/undefined|null|NaN|\[object/);
    expect(text.length).toBeGreaterThan(5);
    if (href !== null) expect(href).toMatch(/^\/(?!.*(undefined|null|NaN|\[object))/);
  });

  it("is said to the letter where numbers and lists matter", () => {
    const text = (type: string) => inWords(type)!.text;
    expect(text("user.roles-changed")).toBe("Roles of ada@example.org: none → rater, admin");
    expect(text("questions.changed")).toBe("Retired: 1 question");
    expect(text("operation.undone")).toBe(
      "Change 3 undone: 12 questions reverted, 2 edited since and kept",
    );
    expect(text("sign-in.refused")).toBe(
      "Sign-in as unknown from 192.0.2.1 refused: oidc: email not verified",
    );
    expect(text("leaderboard.changed")).toBe("isPublic: false → true; runs: none → 3, 1");
    expect(text("campaign.alarms-changed")).toBe(
      "“First”: below 3 s, straight-lining, not pausing",
    );
    expect(text("backup.restored")).toBe(
      "friday.zip: 1,999 rows, backed up 2026-11-20T23:00:00.000Z; revoked 1 invitation and 0 password reset links",
    );
  });

  it("links to the page of what it is about", () => {
    expect(inWords("submission.decided")!.href).toBe("/submissions/9");
    expect(
      inWords("submission.decided", {
        submissionId: 9,
        round: 2,
        outcome: "accepted",
        reason: null,
        questionId: 17,
      })!.href,
    ).toBe("/questions/17");
    expect(inWords("gold-answers.set")!.href).toBe("/campaigns/gold/8?protocol=3&reference=2");
  });

  it("of restores from before they revoked links says nothing of links", () => {
    const data = { fileName: "friday.zip", createdAt: "2026-11-20T23:00:00.000Z", rows: 1 };
    expect(inWords("backup.restored", data)!.text).toBe(
      "friday.zip: 1 row, backed up 2026-11-20T23:00:00.000Z",
    );
  });

  it("says nothing of data that it does not know", () => {
    for (const { type, words } of AUDIT_EVENT_KINDS.values())
      for (const data of [null, undefined, 1, "1", [], {}, { email: 1 }])
        expect([type, words(data)]).toEqual([type, null]);
    expect(AUDIT_EVENT_KINDS.get("__proto__")).toBeUndefined();
  });
});

it("a kind that is not known filters nothing", () => {
  const filter = (type: string) => withKnownKind(auditLogPage.read({ type, person: "7" }));
  expect(filter("view.saved")).toEqual({ ...auditLogPage.usual, type: "view.saved", person: 7 });
  expect(filter("nonsense")).toEqual({ ...auditLogPage.usual, person: 7 });
});
