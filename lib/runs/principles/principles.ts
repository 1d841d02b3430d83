/** What one of two responses may do better than the other. */
interface Principle {
  key: string;
  name: string;
  /** What a rater, or a model, is told. */
  definition: string;
  /** Whether its opposite can be wanted: a job may count it against a response. */
  negatable: boolean;
  /** In a weighted sum. */
  weight: number;
}

/** Principles that pairs are compared by. Other words, flags or weights are the next version. */
export interface PrincipleSet {
  key: string;
  version: number;
  name: string;
  note: string;
  principles: readonly Principle[];
}

const said = (key: string, name: string, definition: string, weight = 1): Principle => ({
  key,
  name,
  definition,
  negatable: false,
  weight,
});
/** Of style: there are readers who want the opposite. */
const style = (...of: Parameters<typeof said>): Principle => ({ ...said(...of), negatable: true });

/** Sets in words of our own; the idea of stated principles is that of SALMON (Sun et al., 2023), tables 6 and 7. */
export const PRINCIPLE_SETS: readonly PrincipleSet[] = [
  {
    key: "fresh",
    version: 1,
    name: "six principles for questions that change with time",
    note: "Which of two responses is better by each of six principles, and overall.",
    principles: [
      said("current", "Current", "Says how things are today, not how they once were.", 3),
      said(
        "false-premise",
        "Points out the false premise",
        "Where the question takes something for granted that is not so, says it clearly. Otherwise choose the tie.",
        3,
      ),
      said(
        "no-outdated-hedge",
        "No outdated hedge",
        "Does not hide behind the date of its training where the answer can be known.",
      ),
      style("specific", "Specific", "Names the person, number, place or date that was asked for."),
      style("concise", "Concise", "Says what is needed and no more."),
      said(
        "sourced",
        "Supports itself by sources",
        "Says what its statements rest on, so that they can be checked.",
      ),
    ],
  },
  {
    key: "ten",
    version: 1,
    name: "ten general principles",
    note: "Which of two responses is better by each of ten general principles, and overall. After SALMON (Sun et al., 2023), table 6, in words of our own.",
    principles: [
      style("concise", "Concise", "Says what is needed and no more."),
      said("honest", "Honest and accurate", "States facts rightly and pretends nothing.", 3),
      said("ethical", "Ethical", "Harms no one and helps no one to harm."),
      style("natural", "Natural and fluent", "Reads as a person would write it."),
      style("specific", "Specific", "Gives particulars instead of generalities."),
      style(
        "engaging",
        "Teaches and engages",
        "Helps the reader to understand, and holds interest.",
      ),
      style("methodical", "Methodical", "Goes step by step, in an order that one can follow."),
      said("multilingual", "Right language", "Answers in the language of the question, and well."),
      style("creative", "Creative", "Brings an idea or a form that is not the obvious one."),
      style("comprehensive", "Comprehensive", "Leaves out nothing that the reader needs."),
    ],
  },
  {
    key: "fourteen",
    version: 1,
    name: "fourteen principles of careful answers",
    note: "Which of two responses is better by each of fourteen principles, and overall. After SALMON (Sun et al., 2023), table 7, in words of our own.",
    principles: [
      said("reasoning", "Consistent reasoning", "Each step follows from those before it."),
      said("numbers", "Careful with numbers", "Figures, units and sums are right."),
      said("candid", "Candid about doubt", "Says what it does not know and how sure it is.", 4),
      said("honest", "Honest", "States nothing that it has no ground for.", 3),
      said("relevant", "Relevant", "Stays with what was asked."),
      style("direct", "Direct", "Gives the answer first."),
      style("complete", "Complete", "Answers every part of the question."),
      style("specific", "Specific", "Gives particulars instead of generalities."),
      style("concise", "Concise", "Says what is needed and no more."),
      said("clear", "Clear", "Can be understood at the first reading."),
      style("structured", "Well arranged", "Its order and form help the reader."),
      style("polite", "Considerate", "Treats the reader and others with respect."),
      said("harmless", "Harmless", "Helps no one to do harm."),
      said("helpful", "Helpful", "The reader can act on it."),
    ],
  },
];

/** The set of a key. */
export function principleSet(key: string): PrincipleSet | undefined {
  return PRINCIPLE_SETS.find((set) => set.key === key);
}
