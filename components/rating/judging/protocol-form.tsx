"use client";

import { useEffect, useRef, type Ref } from "react";
import {
  askedQuestions,
  isChoice,
  valueOf,
  type AnswerProblems,
} from "@/lib/rating/protocols/rules";
import type {
  Answer,
  ChoiceQuestion,
  ProtocolQuestion,
  TextQuestion,
} from "@/lib/rating/protocols/vocabulary";
import { NotesFields } from "./notes-fields";
import {
  answer,
  mayNotTell,
  questionAt,
  sidesOf,
  valueOfSide,
  write,
  type ProtocolForm,
  type Side,
  type Subject,
} from "./protocol-answers";
import classes from "./protocol-form.module.css";
import { ANSWER_KEYS, PAIR_KEYS } from "./protocol-keys";
import { RankingField } from "./ranking-field";
import shared from "./verdict-form.module.css";

interface ProtocolFormProps {
  subject: Subject;
  form: ProtocolForm;
  onChange: (form: ProtocolForm) => void;
  /** What a submission lacks, by question; shown once it was tried. */
  problems: AnswerProblems;
  /** Whether the keys on the buttons work here. */
  keys: boolean;
  comment?: Ref<HTMLTextAreaElement>;
  /** The keys of the questions that raters answered differently, which an adjudicator settles. */
  differing?: readonly string[];
}

/** The questions of a protocol with comment and doubt. The question that keys are about is marked. */
export function ProtocolFormView({
  subject,
  form,
  onChange,
  problems,
  keys,
  comment,
  differing,
}: ProtocolFormProps) {
  const { definition } = subject;
  const asked = askedQuestions(definition, form.answers);
  const at = questionAt(subject, form);
  const active = useRef<HTMLDivElement>(null);
  const shown = useRef(at.key);
  useEffect(() => {
    if (shown.current === at.key) return;
    shown.current = at.key;
    active.current?.scrollIntoView({ block: "nearest" });
  });
  return (
    <div className={shared.form}>
      {asked.map((question) => (
        <div
          key={question.key}
          ref={question === at ? active : undefined}
          role="group"
          aria-labelledby={`label-${question.key}`}
          aria-describedby={`help-${question.key}`}
          className={classes.question}
          data-active={keys && question === at && asked.length > 1}
          data-idle={keys && question !== at}
        >
          <div className={classes.ask}>
            <b id={`label-${question.key}`}>{question.label}</b>{" "}
            {!question.required && <span className={classes.optional}>optional </span>}
            {differing?.includes(question.key) && (
              <span className={classes.differing}>Raters differ </span>
            )}
            <span id={`help-${question.key}`}>{question.help}</span>
          </div>
          <QuestionField
            subject={subject}
            form={form}
            onChange={onChange}
            question={question}
            keys={keys}
          />
          <p className={classes.problem} role="alert">
            {problems[question.key] ?? ""}
          </p>
        </div>
      ))}
      <NotesFields
        form={form}
        note={(notes) => onChange({ ...form, ...notes })}
        keys={keys}
        comment={comment}
        adjudicating={differing !== undefined}
        flags={definition.shows.correctAnswers}
      />
    </div>
  );
}

interface FieldProps<Q> {
  subject: Subject;
  form: ProtocolForm;
  onChange: (form: ProtocolForm) => void;
  question: Q;
  /** Shows the keys; those of other questions than the one at hand keep their room. */
  keys: boolean;
}

function QuestionField({ question, ...props }: FieldProps<ProtocolQuestion>) {
  if (isChoice(question)) return <LevelField question={question} {...props} />;
  switch (question.kind) {
    case "pairwise":
      return <PairField question={question} {...props} />;
    case "ranking":
      return <RankingField question={question} {...props} />;
    case "text":
      return <TextField question={question} {...props} />;
  }
}

function LevelField({ subject, form, onChange, question, keys }: FieldProps<ChoiceQuestion>) {
  const give = (given: Answer) => onChange(answer(subject, form, question, given));
  const said = form.answers[question.key];
  const chosen = question.levels.find(({ value }) => valueOf(said) === value);
  return (
    <div className={classes.levels} data-few={question.levels.length < 3}>
      {question.levels.map(({ value, label, meaning }, index) => (
        <button
          key={value}
          type="button"
          className={classes.answer}
          aria-pressed={chosen?.value === value}
          title={meaning === "" ? undefined : meaning}
          onClick={() => give({ value })}
        >
          {keys && <kbd>{ANSWER_KEYS.digit.keys[index]}</kbd>}
          {label}
        </button>
      ))}
      <CannotTell question={question} said={said} keys={keys} give={give} />
      {/* Titles are for those who point. */}
      <p className={classes.meaning}>{chosen?.meaning ?? ""}</p>
    </div>
  );
}

function CannotTell({
  question,
  said,
  keys,
  give,
}: {
  question: ProtocolQuestion;
  said: Answer | undefined;
  keys: boolean;
  give: (given: Answer) => void;
}) {
  if (!mayNotTell(question)) return null;
  return (
    <button
      type="button"
      className={classes.answer}
      aria-pressed={said !== undefined && "cannotTell" in said}
      onClick={() => give({ cannotTell: true })}
    >
      {keys && <kbd>{ANSWER_KEYS.cannotTell.keys}</kbd>}
      Cannot tell
    </button>
  );
}

const SIDE_WORDS: Record<Side, string> = {
  left: "Response A",
  tie: "Neither",
  bothBad: "Both bad",
  right: "Response B",
};
const SIDE_SIGNS: Record<Side, string> = { left: "←", tie: "=", bothBad: "-", right: "→" };

function PairField({
  subject,
  form,
  onChange,
  question,
  keys,
}: FieldProps<ProtocolQuestion & { kind: "pairwise" }>) {
  const give = (given: Answer) => onChange(answer(subject, form, question, given));
  const said = form.answers[question.key];
  return (
    <div className={classes.levels} data-few>
      {sidesOf(question).map((side) => {
        const value = valueOfSide(subject, side);
        return (
          <button
            key={side}
            type="button"
            className={classes.answer}
            aria-pressed={said !== undefined && "value" in said && said.value === value}
            title={PAIR_KEYS[side].does}
            onClick={() => give({ value })}
          >
            {keys && <kbd>{SIDE_SIGNS[side]}</kbd>}
            {SIDE_WORDS[side]}
          </button>
        );
      })}
      <CannotTell question={question} said={said} keys={keys} give={give} />
    </div>
  );
}

const textFieldId = ({ key }: ProtocolQuestion) => `text-${key}`;

/** Puts the cursor into the field of a text. */
export function focusText(question: ProtocolQuestion): void {
  document.getElementById(textFieldId(question))?.focus();
}

function TextField({ subject, form, onChange, question, keys }: FieldProps<TextQuestion>) {
  const said = form.answers[question.key];
  return (
    <div className={shared.comment}>
      <textarea
        id={textFieldId(question)}
        aria-labelledby={`label-${question.key}`}
        rows={3}
        maxLength={question.max}
        value={said !== undefined && "text" in said ? said.text : ""}
        onChange={(event) => onChange(write(subject, form, question, event.currentTarget.value))}
      />
      {keys && (
        <span>
          <kbd>{ANSWER_KEYS.text.keys}</kbd> {ANSWER_KEYS.text.does}
        </span>
      )}
    </div>
  );
}
