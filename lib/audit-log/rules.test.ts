import { describe, expect, it } from "vitest";
import { describeEvent, EVENT_LABELS } from "./rules";
import { AUDIT_EVENT_TYPES, type AuditEvent } from "./schema";

const person = { userId: 7, email: "ada@example.org" };
const EXAMPLES: AuditEvent[] = [
  { type: "sign-in.succeeded", data: { ...person, method: "password" } },
  { type: "sign-in.refused", data: { account: "", address: "192.0.2.1", because: "oidc: e-mail not verified" } },
  { type: "user.created", data: { ...person, roles: ["rater"] } },
  { type: "user.roles-changed", data: { ...person, from: [], to: ["rater", "admin"] } },
  { type: "user.renamed", data: { ...person, from: "Ada", to: "Ada B." } },
  { type: "user.deactivated", data: person },
  { type: "user.reactivated", data: person },
  { type: "user.password-changed", data: person },
  { type: "user.password-reset", data: person },
  { type: "invitation.made", data: { linkId: 1, email: person.email, roles: ["annotator"] } },
  { type: "invitation.revoked", data: { linkId: 1, email: person.email } },
  { type: "invitation.accepted", data: { ...person, linkId: 1 } },
  { type: "reset-link.made", data: { ...person, linkId: 1 } },
  { type: "question.created", data: { questionId: 17, number: 1 } },
  { type: "question.revised", data: { questionId: 17, number: 2, reason: "edit", columns: ["answer_0"] } },
  { type: "questions.changed", data: { operationId: 3, action: "Retired", count: 1 } },
  { type: "operation.undone", data: { operationId: 4, undoes: 3, count: 12, kept: 2 } },
  { type: "import.started", data: { importId: 5, fileName: "a.csv", byteSize: 1_234_567 } },
  { type: "import.applied", data: { importId: 5, operationId: 6, outcome: { new: 600 } } },
  { type: "import.cancelled", data: { importId: 5 } },
  { type: "release.published", data: { releaseId: 1, name: "FreshQA_v11212026", sha256: "ab".repeat(32), questionCount: 600 } },
  { type: "question.verified", data: { questionId: 17, number: 2, verificationId: 5, evidence: 1 } },
  { type: "question.refreshed", data: { questionId: 17, number: 3, change: "answer", columns: ["answer_0"], verificationId: null } },
  { type: "review.undone", data: { questionId: 17, number: 4, what: "revision" } },
  { type: "reviews.assigned", data: { assigneeId: 3, count: 12 } },
  { type: "reviews.shared-out", data: { assigneeIds: [3, 4], count: 12 } },
  { type: "reviews.assignment-undone", data: { count: 12 } },
  { type: "schedule.smoothed", data: { weeks: 12, count: 40, peakBefore: 30, peakAfter: 9 } },
  { type: "schedule.smoothing-undone", data: { count: 40 } },
  { type: "settings.changed", data: { changes: { timeZone: { from: "UTC", to: "Europe/Berlin" } } } },
  { type: "view.saved", data: { viewId: 1, name: "Overdue" } },
  { type: "view.deleted", data: { viewId: 1, name: "Overdue" } },
];

describe("every kind of event", () => {
  it("has an example here, and a label", () => {
    expect(EXAMPLES.map((event) => event.type).sort()).toEqual([...AUDIT_EVENT_TYPES].sort());
    for (const type of AUDIT_EVENT_TYPES) expect(EVENT_LABELS[type]).toMatch(/^[A-Z]/);
  });

  it.each(EXAMPLES)("is said in words: $type", (event) => {
    const { text } = describeEvent(event);
    expect(text).not.toMatch(/undefined|null|NaN|\[object/);
    expect(text.length).toBeGreaterThan(5);
  });

  it("is said to the letter where numbers and lists matter", () => {
    const text = (type: AuditEvent["type"]) => describeEvent(EXAMPLES.find((event) => event.type === type)!).text;
    expect(text("user.roles-changed")).toBe("Roles of ada@example.org: none → rater, admin");
    expect(text("questions.changed")).toBe("Retired: 1 question");
    expect(text("operation.undone")).toBe("Operation 3 was undone: 12 questions put back, 2 kept as changed since");
    expect(text("sign-in.refused")).toBe("Sign-in as somebody from 192.0.2.1 was refused: oidc: e-mail not verified");
  });
});
