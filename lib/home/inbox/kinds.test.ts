import { describe, expect, it } from "vitest";
import type { NoticeKind } from "@/lib/people/notifications/notice";
import { notEmpty } from "@/prisma/testing/not-empty";
import { productSourcesIn, read } from "@/prisma/testing/tree";
import { NOTICE_KINDS } from "./kinds";

const submission = { submissionId: 7, question: "Who is it?", by: "Carlos" };
const discussed = { questionId: 4, question: "Who is it?", by: "Ada", comment: "Ask Bea" };
const campaign = { campaignId: 3, campaign: "First" };
const job = { jobId: 5, job: "Generate for Zero-shot" };

/** What a notice of each kind holds, and how it is said. */
const EXAMPLES: [kind: string, data: Record<string, unknown>, title: string, detail: string][] = [
  [
    "returned",
    { ...submission, comment: "Which one?" },
    "Carlos requested changes to your question",
    "Who is it?\nWhich one?",
  ],
  [
    "accepted",
    { ...submission, questionId: 9, split: "test" },
    "Carlos accepted your question as Q9, in test",
    "Who is it?",
  ],
  [
    "rejected",
    { ...submission, reason: "too-easy", comment: "" },
    "Carlos rejected your question: too easy",
    "Who is it?",
  ],
  ["commented", { ...submission, comment: "Well" }, "Carlos commented", "Who is it?\nWell"],
  ["mentioned", { ...submission, comment: "Well" }, "Carlos mentioned you", "Who is it?\nWell"],
  ["question-commented", discussed, "Ada commented on Q4", "Who is it?\nAsk Bea"],
  ["question-mentioned", discussed, "Ada mentioned you on Q4", "Who is it?\nAsk Bea"],
  [
    "review-due",
    { count: 3, overdue: 2, on: "2026-01-02" },
    "3 answers assigned to you are due for a check",
    "2 overdue.",
  ],
  [
    "campaign-opened",
    { ...campaign, waiting: 1_080, dueOn: "2026-09-04", by: "Carlos" },
    "Carlos assigned you responses to rate in “First”",
    "1,080 items to rate, due 4 Sep 2026.",
  ],
  [
    "campaign-nudge",
    { ...campaign, waiting: 1, dueOn: null, message: "Please", by: "Carlos" },
    "Carlos reminded you about your ratings in “First”",
    "1 item to rate.\nPlease",
  ],
  [
    "rater-alarm",
    { ...campaign, raterId: 8, rater: "Eli", alarm: "too-fast", paused: true },
    "Eli rates too fast in “First”",
    "They are paused until you resume them.",
  ],
  [
    "rater-paused",
    { ...campaign, because: "manager" },
    "You are paused in “First”",
    "A maintainer paused you. Your ratings are kept, and so are your items. You can continue once a maintainer resumes you.",
  ],
  [
    "rater-resumed",
    { ...campaign, by: "Carlos" },
    "You can continue rating in “First”",
    "Carlos resumed you.",
  ],
  [
    "campaign-message",
    { ...campaign, message: "Two\nlines", by: "Carlos" },
    "Carlos wrote to all raters of “First”",
    "Two\nlines",
  ],
  [
    "task-commented",
    { taskId: 6, question: "Who is it?", by: "Rater 2", comment: "Hm" },
    "Rater 2 commented in a discussion",
    "Who is it?\nHm",
  ],
  [
    "task-settled",
    { taskId: 6, question: "Who is it?", reason: "So it is" },
    "A response you discussed has been adjudicated",
    "Who is it?\nSo it is",
  ],
  [
    "ticket-raised",
    { questionId: 4, question: "Who is it?", comment: "" },
    "A rater flagged the answer to Q4",
    "Who is it?",
  ],
  [
    "ticket-settled",
    { questionId: 4, question: "Who is it?", as: "kept", word: "It is right" },
    "Your flag on Q4 was resolved: no change",
    "Who is it?\nIt is right",
  ],
  ["job-ended", { ...job, done: 1, failed: 2 }, "Job 5 is done: 1 item, 2 failed", job.job],
  [
    "job-paused",
    { ...job, because: "key-refused" },
    "Job 5 paused: the service refused the key",
    job.job,
  ],
];

describe("every kind of notice", () => {
  it("that a feature defines is known to the inbox once, and has an example here", () => {
    const defined = productSourcesIn("lib")
      .flatMap((path) => [...read(path).matchAll(/= noticeKind\("([a-z-]+)"/g)])
      .map(([, kind]) => kind!);
    expect(notEmpty(defined).toSorted()).toEqual([...NOTICE_KINDS.keys()].toSorted());
    expect(EXAMPLES.map(([kind]) => kind).toSorted()).toEqual(defined.toSorted());
    for (const { label } of NOTICE_KINDS.values()) expect(label).toMatch(/^[A-Z]/);
  });

  it.each(EXAMPLES)("is said in words: %s", (kind, data, title, detail) => {
    const words = NOTICE_KINDS.get(kind)!.read(data)!.words();
    expect(words).toMatchObject({ title, detail });
    expect(words.href).toMatch(/^\/(?!.*(undefined|null|NaN|\[object))/);
  });

  it("speaks of its work, by which pages mark it as read", () => {
    const subjects = EXAMPLES.map(([name, data]) => {
      const kind = NOTICE_KINDS.get(name) as NoticeKind;
      return [name, kind.subject(data)];
    });
    expect(Object.fromEntries(subjects)).toEqual({
      returned: "submission:7",
      accepted: "submission:7",
      rejected: "submission:7",
      commented: "submission:7",
      mentioned: "submission:7",
      "question-commented": "question:4",
      "question-mentioned": "question:4",
      "review-due": "answers-due",
      "campaign-opened": "campaign:3",
      "campaign-nudge": "campaign:3",
      "rater-alarm": "alarm:3",
      "rater-paused": "paused:3",
      "rater-resumed": "campaign:3",
      "campaign-message": "message:3",
      "task-commented": "item:6",
      "task-settled": "item:6",
      "ticket-raised": "flag:4",
      "ticket-settled": "question:4",
      "job-ended": "job:5",
      "job-paused": "job:5",
    });
  });

  it("names who is given instead of its author", () => {
    const told = NOTICE_KINDS.get("question-commented")!.read(discussed)!;
    expect(told.by).toBe("Ada");
    expect(told.words("Ada and Bea").title).toBe("Ada and Bea commented on Q4");
  });

  it("leaves out what was said where the discussion is closed", () => {
    const closing = EXAMPLES.flatMap(([kind, data]) => {
      const discussion = NOTICE_KINDS.get(kind)!.read(data)!.discussion;
      return discussion === null ? [] : [{ kind, ...discussion }];
    });
    expect(closing.map(({ kind }) => kind)).toEqual(["question-commented", "question-mentioned"]);
    for (const { closed, questionId } of closing) {
      expect(questionId).toBe(4);
      expect(closed.words().detail).toBe("Who is it?");
      expect(JSON.stringify(closed.words("Ada and Bea"))).not.toContain("Ask Bea");
    }
  });

  it("says nothing of data that it does not know, and there is none of a name that no feature has", () => {
    const hostile = [null, undefined, 1, "1", [], {}, { questionId: "1" }, { by: null }];
    for (const kind of NOTICE_KINDS.values())
      for (const data of hostile) expect([kind.kind, kind.read(data)]).toEqual([kind.kind, null]);
    for (const name of ["__proto__", "constructor", ""])
      expect(NOTICE_KINDS.get(name)).toBeUndefined();
  });
});
