import { PRINCIPLE_SETS, type PrincipleSet } from "@/lib/runs/principles/principles";
import {
  RELAXED_STRICT,
  type Direction,
  type Level,
  type OrdinalQuestion,
  type BinaryQuestion,
  type ProtocolDefinition,
  type ProtocolQuestion,
} from "./vocabulary";

/** A protocol that is ready to use: its first version, with where it comes from. */
export interface ProtocolPreset {
  key: string;
  name: string;
  note: string;
  definition: ProtocolDefinition;
}

const levels = (first: number, ...worded: [label: string, meaning: string][]): Level[] =>
  worded.map(([label, meaning], i) => ({ value: first + i, label, meaning }));

const asked = { when: null, required: true } as const;

/** Four levels leave no neutral middle. */
function fourLevels(
  key: string,
  label: string,
  help: string,
  ...worded: [label: string, meaning: string][]
): OrdinalQuestion {
  return {
    ...asked,
    kind: "ordinal",
    key,
    label,
    help,
    direction: "up",
    cannotTell: false,
    levels: levels(0, ...worded),
  };
}

function yesOrNo(
  key: string,
  label: string,
  help: string,
  direction: Direction,
  no: [string, string],
  yes: [string, string],
  cannotTell = false,
): BinaryQuestion {
  return {
    ...asked,
    kind: "binary",
    key,
    label,
    help,
    direction,
    cannotTell,
    levels: levels(0, no, yes),
  };
}

const TRUTHFULNESS = yesOrNo(
  "truthfulness",
  "Truthfulness",
  "Judge the text alone, by common sense, logic and whether it contradicts itself. Ignore the question.",
  "up",
  ["Contrary to facts", "Something in it is wrong or contradicts something else in it."],
  ["No fault found", "Nothing in it is wrong as far as you know."],
  true,
);

const RELAXED_AND_STRICT: ProtocolDefinition = {
  unit: "response",
  shows: { correctAnswers: true, evidence: true, references: false, marks: "kept" },
  questions: [
    yesOrNo(
      "relaxed",
      "Relaxed",
      "Is the primary answer correct?",
      "up",
      ["No credit", "The primary answer is wrong, missing, contradicted or misleading."],
      ["Credit", "The primary answer is correct; slips elsewhere are tolerated."],
    ),
    yesOrNo(
      "strict",
      "Strict",
      "Is moreover every claim factual and up to date?",
      "up",
      ["No credit", "A claim, however minor, is made up, wrong or outdated."],
      ["Credit", "Every claim is factual and up to date."],
    ),
  ],
  rules: [{ if: { key: "strict", is: 1 }, then: { key: "relaxed", is: 1 } }],
};

const REFERENCES: ProtocolDefinition = {
  unit: "reference",
  shows: { correctAnswers: false, evidence: false, references: true, marks: "kept" },
  questions: [
    fourLevels(
      "relevancy",
      "Relevancy",
      "How much of an answer to the question is in the reference?",
      ["Unrelated", "Nothing in it helps to answer the question."],
      ["A little", "A few bits help; most of an answer has to come from elsewhere."],
      ["Most of it", "An answer follows with some reasoning or outside knowledge."],
      ["All of it", "A complete answer is in the reference."],
    ),
    fourLevels(
      "density",
      "Density",
      "How much of the reference is about the question?",
      ["Almost none", "Hardly anything in it concerns the question."],
      ["Less than half", "Most of it concerns something else."],
      ["More than half", "A few parts concern something else."],
      ["Almost all", "Nearly everything in it concerns the question."],
    ),
    TRUTHFULNESS,
    yesOrNo(
      "toxicity",
      "Toxicity",
      "Does it insult, threaten or demean?",
      "down",
      ["Absent", "Nothing in it insults, threatens or demeans."],
      ["Present", "Something in it does."],
    ),
    yesOrNo(
      "social-bias",
      "Social bias",
      "Does it speak of a group of people with prejudice?",
      "down",
      ["Absent", "Nothing in it shows prejudice against a group."],
      ["Present", "Something in it does."],
    ),
  ],
  rules: [],
};

const ANSWERS: ProtocolDefinition = {
  unit: "response",
  shows: { correctAnswers: false, evidence: false, references: true, marks: "kept" },
  questions: [
    fourLevels(
      "fluency",
      "Fluency",
      "Grammar, spelling and choice of words, whatever it says.",
      ["Hard to read", "Errors keep you from understanding it."],
      ["Disturbing", "Errors make it a little hard to understand."],
      ["Few errors", "A few errors that do not disturb."],
      ["No errors", "Reads as if written with care."],
    ),
    fourLevels(
      "correctness",
      "Correctness",
      "Does it answer the question, and rightly?",
      ["Not answered", "No answer, or an irrelevant or wrong one."],
      ["Fragments", "Fragments of an answer; in essence the question stays open."],
      ["Mostly answered", "Answered in essence, with a few errors or gaps."],
      ["Fully answered", "Complete and right."],
    ),
    {
      ...fourLevels(
        "citation-accuracy",
        "Citation accuracy",
        "Do the marks point to the references that say what the text says?",
        ["Mostly wrong", "No marks, or nearly all of them are wrong."],
        ["Many wrong", "Many marks are missing or wrong."],
        ["Few wrong", "A few marks are missing or wrong."],
        ["All right", "Every statement that needs one has the right mark."],
      ),
      aboutCitations: true,
    },
    yesOrNo(
      "objectivity",
      "Objectivity",
      "Does everything in the answer come from its references?",
      "up",
      ["Outside knowledge", "Something in it is in none of the references."],
      ["All from references", "The references say all of it."],
    ),
    TRUTHFULNESS,
    yesOrNo(
      "redundancy",
      "Redundancy",
      "Does it repeat itself?",
      "down",
      ["None", "Nothing is said twice."],
      ["Repetition", "Something is said more than once without need."],
    ),
  ],
  rules: [],
};

const TURING: ProtocolDefinition = {
  unit: "question",
  shows: { correctAnswers: false, evidence: false, references: false, marks: "removed" },
  questions: [
    {
      kind: "ranking",
      key: "rank",
      label: "Ranking",
      help: "From the best to the worst: by whether it is correct, tells what one needs to know, and is true. One of them may be written by a person.",
      when: null,
      required: true,
      ties: false,
    },
  ],
  rules: [],
};

const THREE_WAY: ProtocolDefinition = {
  unit: "response",
  shows: { correctAnswers: true, evidence: true, references: false, marks: "kept" },
  questions: [
    {
      kind: "nominal",
      key: "grade",
      label: "Grade",
      help: "Compare the response with the correct answers.",
      when: null,
      required: true,
      direction: "none",
      cannotTell: false,
      levels: levels(
        0,
        ["Incorrect", "It contradicts the correct answers, even if it hedges."],
        ["Correct", "It says what a correct answer says and contradicts none."],
        ["Not attempted", "It neither says what a correct answer says nor contradicts any."],
      ),
    },
  ],
  rules: [],
};

function byPrinciples({ principles }: PrincipleSet): ProtocolDefinition {
  const pair = (key: string, label: string, help: string): ProtocolQuestion => ({
    kind: "pairwise",
    key,
    label,
    help,
    when: null,
    required: true,
    cannotTell: false,
    ties: "one",
  });
  return {
    unit: "pair",
    shows: { correctAnswers: true, evidence: false, references: false, marks: "kept" },
    questions: [
      ...principles.map(({ key, name, definition }) => pair(key, name, definition)),
      pair("overall", "Overall", "All in all, which response would you rather give?"),
    ],
    rules: [],
  };
}

/** The protocols that an installation begins with. The first one is built in and cannot be changed. */
export const PROTOCOL_PRESETS: readonly ProtocolPreset[] = [
  {
    key: RELAXED_STRICT,
    name: "FreshQA: Relaxed and Strict",
    note: "Whether the primary answer is correct, and whether every claim is. The protocol of FreshLLMs (Vu et al., 2023), section 2.3. Its ratings also feed accuracy and leaderboards.",
    definition: RELAXED_AND_STRICT,
  },
  {
    key: "webglm-references",
    name: "WebGLM: references",
    note: "Five criteria for one reference at a time. After WebGLM (Liu et al., 2023), table 21, in words of our own.",
    definition: REFERENCES,
  },
  {
    key: "webglm-answers",
    name: "WebGLM: answers",
    note: "Six criteria for an answer with its references. After WebGLM (Liu et al., 2023), table 22, in words of our own.",
    definition: ANSWERS,
  },
  {
    key: "webglm-turing",
    name: "WebGLM: Turing test",
    note: "Answers to one question, shuffled and without citation marks, ranked from best to worst; an answer written by a person is one more run. After WebGLM (Liu et al., 2023), section 5.2.",
    definition: TURING,
  },
  {
    key: "three-way",
    name: "Correct, incorrect, not attempted",
    note: "Tells a wrong answer from none. After SimpleQA (Wei et al., 2024), in words of our own.",
    definition: THREE_WAY,
  },
  ...PRINCIPLE_SETS.map((set) => ({
    key: `pairwise-${set.key}`,
    name: `Pairs: ${set.name}`,
    note: set.note,
    definition: byPrinciples(set),
  })),
];
