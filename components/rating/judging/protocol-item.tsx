import { memo } from "react";
import { EvidenceList } from "@/components/dataset/questions/evidence-list";
import { ReferenceList } from "@/components/runs/references/reference-list";
import type { ProtocolItem, ShownResponse } from "@/lib/rating/judging/queries";
import { AnswersHeading } from "./answers-heading";
import { FORM_KEYS } from "./form-keys";
import classes from "./protocol-item.module.css";
import desk from "./rating-desk.module.css";
import { responseLetter } from "@/lib/rating/protocols/rules";
import { ResponseText } from "./response-text";
import { MarkedText } from "@/components/ui/marked-text";

interface ProtocolItemViewProps {
  item: ProtocolItem;
  raw: boolean;
  onRaw: () => void;
  unfolded: boolean;
  onUnfold: () => void;
  /** Shows the letters of the keys. */
  keys: boolean;
}

/**
 * What a protocol's questions are about: the question, and of responses, references, answers and evidence what it shows.
 * A key that changes the form renders nothing of it again.
 */
export const ProtocolItemView = memo(function ProtocolItemView({
  item,
  ...view
}: ProtocolItemViewProps) {
  const { answers, responses, reference, sources, note } = item;
  return (
    <>
      <div className={desk.badges}>
        <span className={desk.quiet}>Q{item.questionId}</span>
      </div>
      <h2 className={desk.question} id="rated-question">
        <MarkedText text={item.question} />
      </h2>
      {answers.length > 0 && (
        <section aria-label="Correct answers" className={desk.answers}>
          <AnswersHeading {...item} />
          {answers.map((answer, index) => (
            <span key={index} className={desk.answer} data-primary={index === 0}>
              {answer}
            </span>
          ))}
          {note !== "" && <p className={desk.note}>Note: {note}</p>}
        </section>
      )}
      {reference !== null && (
        <section aria-label="Reference" className={desk.response}>
          <ReferenceList references={[reference]} segments={null} />
        </section>
      )}
      <div className={classes.responses} data-several={responses.length > 1}>
        {responses.map((response, index) => (
          <ResponseView
            key={response.place}
            response={response}
            name={responses.length > 1 ? `Response ${responseLetter(index)}` : "Response"}
            index={index}
            {...view}
          />
        ))}
      </div>
      {sources.length > 0 && (
        <section aria-label="Evidence" className={desk.evidence}>
          <h3>Evidence</h3>
          <EvidenceList sources={sources} />
        </section>
      )}
    </>
  );
});

interface ResponseViewProps extends Omit<ProtocolItemViewProps, "item"> {
  response: ShownResponse;
  name: string;
  /** The first one has the button that shows all responses raw. */
  index: number;
}

function ResponseView({
  response: { text, rich, references },
  name,
  index,
  raw,
  onRaw,
  unfolded,
  onUnfold,
  keys,
}: ResponseViewProps) {
  const prefix = `response-${index + 1}-`;
  return (
    <section aria-label={name} className={desk.response}>
      <div className={desk.responseHead}>
        <h3>{name}</h3>
        {index === 0 && (
          <button type="button" className={desk.link} aria-pressed={raw} onClick={onRaw}>
            {raw ? "Formatted" : "Raw text"}
            {keys && <kbd>{FORM_KEYS.raw.keys}</kbd>}
          </button>
        )}
      </div>
      <div className={classes.beside} data-references={references.length > 0}>
        <ResponseText
          text={text}
          rich={rich}
          raw={raw}
          unfolded={unfolded}
          onUnfold={onUnfold}
          {...(references.length > 0
            ? { cited: { places: new Set(references.map((one) => one.place)), prefix } }
            : {})}
        />
        {references.length > 0 && (
          <section aria-label={`References of ${name}`} className={classes.references}>
            <h4>References</h4>
            <ReferenceList references={references} segments={null} prefix={prefix} />
          </section>
        )}
      </div>
    </section>
  );
}
