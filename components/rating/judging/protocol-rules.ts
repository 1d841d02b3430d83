import type { DeskProtocol, ProtocolItem } from "@/lib/rating/judging/queries";
import type { Answers, ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";
import type { FormKind } from "./item-form";
import {
  differs,
  emptyForm,
  formOfAnswers,
  placesOf,
  type ProtocolForm,
  type Subject,
} from "./protocol-answers";
import { judgingDesk, FIRST_OF_LONG, type JudgingDesk, type Submitted } from "./rating-rules";

/** What is said under a protocol. */
export interface AnswersSubmission extends Submitted<ProtocolForm> {
  answers: Answers;
}
export type ProtocolDeskTypes = JudgingDesk<ProtocolItem, AnswersSubmission>;

export const protocolDesk = ({ unit, shows }: Pick<ProtocolDefinition, "unit" | "shows">) =>
  judgingDesk<ProtocolItem, AnswersSubmission>(
    ({ answers }) => ({ verdict: null, answers }),
    ({ responses, reference }) =>
      (reference?.text.length ?? 0) +
      responses.reduce(
        (sum, { text, references }) =>
          references.reduce((more, one) => more + one.text.length, sum + text.length),
        0,
      ),
    unit === "response" && !shows.references ? undefined : FIRST_OF_LONG,
  );

/** What a form at an item is about. */
export const subjectOf = (
  { definition }: Pick<DeskProtocol, "definition">,
  item: ProtocolItem,
): Subject => ({ definition, places: placesOf(item) });

export const answersUnder = (
  protocol: DeskProtocol,
): FormKind<ProtocolItem, ProtocolForm, AnswersSubmission> => ({
  empty: (item) => emptyForm(subjectOf(protocol, item)),
  entered: ({ form, answers }) => ({
    ...formOfAnswers({ definition: protocol.definition, places: [form.card] }, answers, form),
  }),
  differs,
});
