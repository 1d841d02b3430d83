import { isChoice } from "@/lib/rating/protocols/rules";
import type { DeskProtocol } from "@/lib/rating/judging/queries";
import { GuideKeys } from "./guide-parts";
import { deskKeys, protocolKeys } from "./protocol-keys";
import classes from "./rating-guide.module.css";

/** What a protocol asks and what its levels mean, to be looked at beside the form. */
export function ProtocolGuide({ protocol: { name, definition } }: { protocol: DeskProtocol }) {
  return (
    <div className={classes.guide}>
      <GuideKeys tables={[protocolKeys(definition), deskKeys(definition)]} />
      <h3>{name}</h3>
      {definition.questions.map((question) => (
        <section key={question.key} aria-label={question.label}>
          <p>
            <b>{question.label}</b> {question.help}
          </p>
          {isChoice(question) && (
            <dl>
              {question.levels.map(({ value, label, meaning }, index) => (
                <div key={value}>
                  <dt>
                    <kbd>{index + 1}</kbd> {label}
                  </dt>
                  {meaning !== "" && <dd>{meaning}</dd>}
                </div>
              ))}
            </dl>
          )}
        </section>
      ))}
    </div>
  );
}
