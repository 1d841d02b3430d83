import type { Decision, Draft, DraftField } from "@/lib/authoring/schema";

/** A draft that an annotator of the sample writes, and what becomes of it. */
export interface SeedSubmission {
  by: "ada" | "bea";
  draft: Partial<Draft>;
  /** `draft`: it is not submitted. `submitted`: it waits for its review. */
  becomes: "draft" | "submitted" | "withdrawn" | SeedDecision;
  /** What is said about it afterwards, in this order; the first one of a reviewer begins the thread. */
  said?: { by: "ada" | "bea" | "carlos" | "dana"; field: DraftField | null; body: string }[];
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type SeedDecision = { by: "carlos" | "dana" } & DistributiveOmit<
  Decision,
  "clientKey" | "round" | "submissionId" | "token"
>;

/** One in each state, as a week of authoring leaves them. */
export const SEED_SUBMISSIONS: readonly SeedSubmission[] = [
  {
    by: "ada",
    draft: {
      category: "never-changing",
      hops: "one-hop",
      question: "Which city is the seat of the Antarctic Treaty Secretariat?",
      answers: ["Buenos Aires", "The secretariat has been in Buenos Aires, Argentina, since 2004."],
      sources: ["https://www.ats.aq/e/secretariat.html"],
    },
    becomes: {
      by: "carlos",
      outcome: "accepted",
      comment: "Well put, and the secretariat's own page is the best source there is.",
      split: "balanced",
    },
  },
  {
    by: "ada",
    draft: {
      category: "fast-changing",
      hops: "one-hop",
      question: "How many people live in Berlin?",
      answers: ["About 3.9 million"],
      sources: ["https://www.statistik-berlin-brandenburg.de/"],
      pace: "quarterly",
      year: "2025",
    },
    becomes: {
      by: "dana",
      outcome: "returned",
      comment: "A good question to have. Two things before it can be refreshed by someone else:",
      fieldComments: [
        {
          field: "question",
          body: "The register and the census of 2022 differ by more than 100,000. Please say in the question which of them counts.",
        },
        {
          field: "sources",
          body: "This is the start page. Could you link the table, so that the next person finds the number at once?",
        },
      ],
    },
    said: [
      {
        by: "ada",
        field: "question",
        body: "The register, since it comes out twice a year. I'll put that in.",
      },
    ],
  },
  {
    by: "bea",
    draft: {
      category: "slow-changing",
      hops: "one-hop",
      question: "What is the tallest building in Africa?",
      answers: ["The Iconic Tower in Egypt's New Administrative Capital", "Iconic Tower"],
      sources: ["https://en.wikipedia.org/wiki/Iconic_Tower_(Egypt)"],
      year: "2024",
    },
    becomes: "submitted",
    said: [
      {
        by: "dana",
        field: "year",
        body: "Was that the year in which it was topped out, or opened? I'd take the first, as lists of buildings do.",
      },
    ],
  },
  {
    by: "ada",
    draft: {
      category: "false-premise",
      factType: "slow-changing",
      hops: "one-hop",
      question: "Who was the first woman to walk on the Moon?",
      answers: ["No woman has walked on the Moon yet."],
      sources: ["https://en.wikipedia.org/wiki/List_of_people_who_have_walked_on_the_Moon"],
      explanation: "All twelve people who have walked on the Moon were men.",
      year: "1972",
      yearBefore: true,
    },
    becomes: "submitted",
  },
  {
    by: "bea",
    draft: {
      category: "slow-changing",
      hops: "one-hop",
      question: "What is the best museum in Lisbon?",
      answers: ["The Gulbenkian Museum"],
      sources: ["https://gulbenkian.pt/museu/en/"],
      year: "2024",
    },
    becomes: {
      by: "carlos",
      outcome: "rejected",
      reason: "controversial",
      comment:
        "Two raters would hardly agree on it. The most visited one would do: that is counted.",
    },
  },
  {
    by: "bea",
    draft: {
      category: "fast-changing",
      hops: "one-hop",
      question: "What does a litre of milk cost in Lagos?",
      answers: ["About 2,000 naira"],
      sources: ["https://example.org/prices/milk"],
      pace: "monthly",
      year: "2026",
    },
    becomes: "withdrawn",
  },
  {
    by: "ada",
    draft: {
      category: "slow-changing",
      hops: "multi-hop",
      question: "Which language is spoken in the country that most recently joined the eurozone?",
      answers: ["Bulgarian"],
      steps: [
        { text: "The country that joined last is Bulgaria, on January 1, 2026.", evidence: [] },
      ],
    },
    becomes: "draft",
  },
];
