"use client";

import { useRef, useState } from "react";
import { useKeys } from "@/components/desk/keys";
import { readAnswers, type AnswerProblems } from "@/lib/rating/protocols/rules";
import type { ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";
import { emptyForm, placesOf, type Subject } from "./protocol-answers";
import { exampleItem } from "./protocol-example";
import { focusText, ProtocolFormView } from "./protocol-form";
import { ProtocolItemView } from "./protocol-item";
import { protocolKeys } from "./protocol-keys";
import preview from "./protocol-preview.module.css";
import classes from "./rating-desk.module.css";

interface ProtocolPreviewProps {
  /** One that its schema accepts. */
  definition: ProtocolDefinition;
}

/**
 * The desk of a protocol with an example item and live keys; nothing is sent. Another definition begins with an empty
 * form. Keys act while the window has the focus and no field does.
 */
export function ProtocolPreview({ definition }: ProtocolPreviewProps) {
  return <Preview key={JSON.stringify(definition)} definition={definition} />;
}

function Preview({ definition }: ProtocolPreviewProps) {
  const item = exampleItem(definition);
  const subject: Subject = { definition, places: placesOf(item) };
  const [form, setForm] = useState(() => emptyForm(subject));
  const [problems, setProblems] = useState<AnswerProblems | null>(null);
  const [raw, setRaw] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const comment = useRef<HTMLTextAreaElement>(null);
  const change = (next: typeof form) => {
    setForm(next);
    setProblems(null);
  };
  const submit = () =>
    setProblems(readAnswers(definition, form.answers, subject.places.length).problems ?? {});
  useKeys(protocolKeys(definition), {
    subject,
    form,
    change,
    note: (notes) => change({ ...form, ...notes }),
    focus: focusText,
    comment,
    submit,
    pass: () => change(emptyForm(subject)),
    toggleRaw: () => setRaw(!raw),
    toggleUnfolded: () => setUnfolded(!unfolded),
  });
  const complete = problems !== null && Object.keys(problems).length === 0;
  return (
    <div className={classes.desk}>
      <div className={preview.stacked}>
        <article className={classes.item} aria-label="Example item">
          <ProtocolItemView
            item={item}
            raw={raw}
            onRaw={() => setRaw(!raw)}
            unfolded={unfolded}
            onUnfold={() => setUnfolded(!unfolded)}
            keys
          />
        </article>
        <section className={classes.side} aria-label="Example rating">
          <ProtocolFormView
            subject={subject}
            form={form}
            onChange={change}
            problems={problems ?? {}}
            keys
            comment={comment}
          />
          <div className={classes.submit}>
            <button type="button" className={classes.primary} onClick={submit}>
              Submit <kbd>Enter</kbd>
            </button>
            <button
              type="button"
              className={classes.tool}
              onClick={() => change(emptyForm(subject))}
            >
              Clear
            </button>
          </div>
          <p className={classes.quiet} role="status">
            {complete ? "Complete. On the desk the next item comes now." : "Nothing is saved here."}
          </p>
        </section>
      </div>
    </div>
  );
}
