import { differenceOf, isChoice } from "@/lib/rating/protocols/rules";
import type { ProtocolDefinition, ProtocolQuestion } from "@/lib/rating/protocols/vocabulary";
import { RELAXED_STRICT } from "@/lib/rating/protocols/vocabulary";

/** A campaign with what it asks. */
export interface AskingCampaign {
  id: number;
  name: string;
  protocolId: number;
  key: string | null;
  protocol: string;
  version: number;
  definition: ProtocolDefinition;
}

/**
 * Why campaigns have no numbers together, in a sentence; null: they have. They are mixed if they are of one protocol and
 * their versions ask the same: questions of the same key and kind, the same levels or ties to choose from, under the same
 * conditions, of raters who are shown the same. What help texts and meanings say, and the order of questions, may differ.
 */
export function reasonAgainstMixing(campaigns: readonly AskingCampaign[]): string | null {
  const builtIn = campaigns.find(({ key }) => key === RELAXED_STRICT);
  if (builtIn !== undefined)
    return `“${builtIn.name}” asks for Relaxed and Strict, which the reports Accuracy and Agreement are of.`;
  const [first, ...others] = campaigns;
  if (first === undefined) return null;
  for (const other of others) {
    if (other.protocolId !== first.protocolId)
      return `“${first.name}” asks by the protocol “${first.protocol}” and “${other.name}” by “${other.protocol}”. Choose campaigns of one protocol.`;
    const differing =
      differenceOf(first.definition, other.definition) ??
      otherTermsOf(first.definition, other.definition);
    if (differing !== null)
      return `“${first.name}” and “${other.name}” are rated by versions ${first.version} and ${other.version} of “${first.protocol}”, which differ in ${differing}. Choose campaigns whose versions ask the same.`;
  }
  return null;
}

/** How a question is asked, beside what can be chosen: in words, what it says. */
const TERMS: ((question: ProtocolQuestion) => readonly [what: string, is: unknown])[] = [
  ({ label, when }) => [`when “${label}” is asked`, when],
  ({ label, required }) => [`whether “${label}” may be left out`, required],
  (question) => [
    `whether “${question.label}” may be answered with “cannot tell”`,
    "cannotTell" in question && question.cannotTell,
  ],
  (question) => [
    `whether more is better of “${question.label}”`,
    isChoice(question) && question.direction,
  ],
];

/** What keeps answers to the same questions apart, in words; null: nothing. */
function otherTermsOf(one: ProtocolDefinition, other: ProtocolDefinition): string | null {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  if (!same(one.shows, other.shows)) return "what raters are shown";
  for (const question of one.questions) {
    const again = other.questions.find(({ key }) => key === question.key)!;
    for (const term of TERMS) {
      const [what, is] = term(question);
      if (!same(is, term(again)[1])) return what;
    }
  }
  const rulesOf = ({ rules }: ProtocolDefinition) =>
    rules.map((rule) => JSON.stringify(rule)).sort();
  return same(rulesOf(one), rulesOf(other)) ? null : "which answers go together";
}
