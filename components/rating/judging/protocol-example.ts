import type { ProtocolItem, ShownReference, ShownResponse } from "@/lib/rating/judging/queries";
import { splitAnswer } from "@/lib/runs/references/marks";
import type { ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";

const REFERENCES: ShownReference[] = [
  {
    place: 1,
    title: "The moons of Mars",
    url: "https://example.org/mars",
    text: "Mars has two moons, Phobos and Deimos. Both were found in August 1877.",
  },
  {
    place: 2,
    title: "Asaph Hall",
    url: "https://example.org/hall",
    text: "Asaph Hall found them with the great refractor of the Naval Observatory in Washington.",
  },
];

const TEXTS = [
  "Mars has two moons, Phobos and Deimos[1]. Asaph Hall found both in 1877[1][2].",
  "Two: Phobos and Deimos.",
  "Mars has a single moon, Phobos[1].",
];

/** An item to try a protocol with: what the protocol shows of it, as the desk would. */
export function exampleItem({ unit, shows }: Pick<ProtocolDefinition, "unit" | "shows">) {
  const response = (cited: string, index: number): ShownResponse => {
    const text =
      shows.marks === "removed"
        ? splitAnswer(cited)
            .map(({ from, end }) => cited.slice(from, end))
            .join("")
        : cited;
    return {
      place: index + 1,
      text,
      rich: [{ is: "paragraph", of: [{ is: "text", text }] }],
      references: shows.references ? REFERENCES : [],
    };
  };
  const count = { reference: 0, response: 1, pair: 2, question: TEXTS.length }[unit];
  return {
    taskId: 0,
    questionId: 1,
    revisionId: 0,
    question: "How many moons does Mars have?",
    answers: shows.correctAnswers ? ["Two", "2"] : [],
    answersOf: null,
    sources: shows.evidence ? ["https://example.org/mars"] : [],
    note: "",
    responses: TEXTS.slice(0, count).map(response),
    reference: unit === "reference" ? REFERENCES[0]! : null,
  } satisfies ProtocolItem;
}
