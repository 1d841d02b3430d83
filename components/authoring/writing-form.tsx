"use client";

import { ActionIcon, Alert, Button, Group, Kbd, NativeSelect, Text } from "@mantine/core";
import { modals } from "@/components/ui/modals";
import { notifications } from "@/components/ui/notifications";
import { IconPlus, IconX } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useCallback, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from "react";
import { line, type Line } from "@/components/dataset/questions/form-values";
import { CATEGORY_WORDS, FACT_TYPE_WORDS, HOPS_WORDS } from "@/components/dataset/questions/labels";
import {
  AnswersControl,
  NextReviewControl,
  NoteControl,
  QuestionControl,
  SourcesControl,
  YearControl,
} from "@/components/dataset/questions/question-fields";
import { useQuestionForm } from "@/components/dataset/questions/use-question-form";
import { GrowingTextarea } from "@/components/ui/growing-textarea";
import { ProblemList } from "@/components/ui/problem-list";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { submitDraft, withdraw } from "@/lib/authoring/actions";
import { checkDraft, defaultReview, needsOf, readPastedEvidence } from "@/lib/authoring/rules";
import {
  CHANGE_PACES,
  EMPTY_DRAFT,
  MAX_STEPS,
  type CommentView,
  type Draft,
  type DraftField,
} from "@/lib/authoring/schema";
import { suggestForms } from "@/lib/authoring/suggestions";
import type { SimilarQuestion } from "@/lib/dataset/similar-questions/schema";
import { describeNextReview } from "@/lib/dataset/questions/rules";
import type { Content } from "@/lib/dataset/questions/schema";
import {
  CATEGORIES,
  FACT_TYPES,
  HOPS,
  MAX_ANSWERS,
  type Category,
  type Hops,
} from "@/lib/dataset/questions/vocabulary";
import classes from "./authoring.module.css";
import { SimilarQuestionList, NOTHING_ALIKE } from "./similar-questions";
import { useDraftSaving } from "./use-autosave";
import { CATEGORY_HELP, FACT_TYPE_HELP, HOPS_HELP, PACE_WORDS } from "./labels";
import { draftOf, newStep, writingValuesOf, type Step, type WritingValues } from "./writing-values";
import { useCommand } from "@/components/ui/use-command";
import { countOf } from "@/lib/platform/format";
import { isUnknown } from "@/lib/platform/lost-answers";

/** The draft has to be kept first; nothing further was sent. */
const NOT_KEPT =
  "The draft couldn't be saved, so nothing else was done. Your text is still here. Try again.";

/** Loaded where there is a round to compare with. */
const RoundChanges = dynamic(() => import("./round-changes").then((module) => module.RoundChanges));

interface WritingFormProps {
  /** Whose device keeps what is not saved yet. */
  userId: number;
  /** null: a new question. */
  submission: {
    id: number;
    version: number;
    draft: Draft;
    returned: boolean;
    /** What was submitted last. */ lastRound: { number: number; draft: Draft } | null;
  } | null;
  exemplars: readonly { category: Category; hops: Hops; question: string; answer: string }[];
  comments: readonly CommentView[];
  /** The present year of the dataset. */
  year: number;
  /** A category and hops to begin with, as the desk proposes them. */
  begin?: { category: Category | null; hops: Hops | null };
}

/** Room for the two steps that a multi-hop question has at least. */
const NO_STEPS = [
  { text: "", evidence: [""] },
  { text: "", evidence: [""] },
];

/**
 * The guided form for one question: it begins with the category and asks only what that needs. What is typed is saved as
 * a draft as one goes, checked by the server's own rules, and held against the dataset.
 */
export function WritingForm({
  userId,
  submission,
  exemplars,
  comments,
  year,
  begin,
}: WritingFormProps) {
  const router = useRouter();
  const [initial] = useState(() =>
    writingValuesOf(
      submission?.draft ?? {
        ...EMPTY_DRAFT,
        category: begin?.category ?? null,
        hops: begin?.hops ?? null,
        steps: begin?.hops === "multi-hop" ? NO_STEPS : [],
      },
    ),
  );
  const form = useQuestionForm<WritingValues, Content>({
    initial,
    check: useCallback(
      (values) => {
        const { content, errors } = checkDraft(draftOf(values), year);
        return { value: content, errors };
      },
      [year],
    ),
    onSubmit: (content) => void (busy || submit(content)),
  });
  const { values, set, touch, errors, errorOf } = form;
  const draft = useMemo(() => draftOf(values), [values]);
  const saving = useDraftSaving(userId, submission, draft, (found) => {
    set(writingValuesOf(found));
    notifications.show({
      title: "Draft restored",
      message: "Your unsaved changes have been recovered and saved.",
    });
  });
  const need = needsOf(draft);
  /** While the draft is saved that is to be submitted. */
  const [flushing, setFlushing] = useState(false);
  // Comparing may lag behind typing.
  const shown = useDeferredValue(draft);
  const similar = useSimilarQuestions(draft, submission?.id ?? null);
  const sending = useCommand(submitDraft, {
    title: "Not submitted",
    // A draft that is saved again under another version is the same submission.
    identity: ({ submissionId, draft: text }) => [submissionId, text],
    done: { title: "Submitted for review", message: "You'll be notified of the decision." },
    onDone: (_, { submissionId }) => {
      saving.leave();
      router.push(`/write/${submissionId}`);
    },
    onRefused: ({ code, details }) => {
      const version = (details as { version?: number } | undefined)?.version;
      if (version !== undefined && code !== "stale") saving.adopt(version);
      if (code === "similar") touch("difference");
    },
  });
  const withdrawal = useCommand(withdraw, {
    title: "Not withdrawn",
    onDone: () => {
      saving.leave();
      router.push("/write");
    },
  });
  const busy = flushing || sending.pending;

  const setCleaned = useCallback(
    ({ sources }: Pick<WritingValues, "sources">) => set({ sources: sources.map(cleanAddress) }),
    [set],
  );
  const near = (similar ?? []).filter((candidate) => candidate.near);

  const submit = async (content: Content | null) => {
    sending.dismiss();
    // The list of problems says the rest.
    if (content === null) return;
    setFlushing(true);
    const kept = await saving.flush();
    setFlushing(false);
    if (kept === null) return sending.refuse(NOT_KEPT);
    void sending.run({ submissionId: kept.submissionId, baseVersion: kept.version, draft });
  };
  const takeBack = () =>
    submission === null && saving.state === "untouched"
      ? router.push("/write")
      : modals.openConfirmModal({
          title: "Withdraw this question?",
          children: (
            <Text size="sm">
              This permanently removes it from your drafts. You can still read it under “Withdrawn”.
            </Text>
          ),
          labels: { confirm: "Withdraw question", cancel: "Cancel" },
          onConfirm: async () => {
            const kept = await saving.flush();
            if (kept === null) return withdrawal.refuse(NOT_KEPT);
            void withdrawal.run({ submissionId: kept.submissionId });
          },
        });

  const notes = (field: DraftField) =>
    comments
      .filter((comment) => comment.field === field && comment.parentId === null)
      .map((comment) => (
        <p key={comment.id} className={`${classes.hint} ${classes.near}`}>
          <b>{comment.author}:</b> {comment.body}
        </p>
      ));
  const suggestions = [
    ...new Set(draft.answers.flatMap((answer) => suggestForms(answer, draft.answers))),
  ].slice(0, 8);
  const problems = Object.keys(errors).length;
  // Beside the form, and on a phone right below the question.
  const beside = (
    <div className={classes.beside}>
      <section className={classes.panel} aria-labelledby="nearest">
        <h2 id="nearest">Similar questions</h2>
        {near.length > 0 && (
          <p className={classes.error} role="status">
            {near.length === 1 ? "1 question is" : `${near.length} questions are`} very similar.
            Explain at the end of the form how yours differs, or withdraw it.
          </p>
        )}
        <SimilarQuestionList
          similar={similar ?? []}
          nothing={
            values.question.trim() === ""
              ? "Similar questions appear here as you type."
              : similar === null
                ? "Searching…"
                : NOTHING_ALIKE
          }
        />
      </section>
      {submission?.lastRound && (
        <section className={classes.panel} aria-labelledby="changed">
          <h2 id="changed">Changed since round {submission.lastRound.number}</h2>
          <RoundChanges
            before={submission.lastRound.draft}
            after={shown}
            nothing="No changes yet"
          />
        </section>
      )}
    </div>
  );

  return (
    <form aria-label={submission === null ? "New question" : "Your question"} {...form.props}>
      <RefusalAlert of={[sending, withdrawal]} shownFields={Object.keys(errors)}>
        {sending.refusal !== null && isUnknown(sending.refusal) && (
          <Button size="compact-sm" mt="xs" loading={busy} onClick={form.submit}>
            Try again
          </Button>
        )}
      </RefusalAlert>
      {saving.theirs !== null && (
        <Alert color="orange" title="Newer version saved elsewhere" mb="md" role="alert">
          <Text size="sm" mb="xs">
            Saved in another window or on another device: “
            {saving.theirs.draft.question.slice(0, 200) || "no question yet"}”. Both versions are
            kept until you choose.
          </Text>
          <Group gap="xs">
            <Button size="xs" onClick={saving.keepMine}>
              Keep this version
            </Button>
            <Button
              size="xs"
              variant="default"
              onClick={() => set(writingValuesOf(saving.takeTheirs()))}
            >
              Use the other version
            </Button>
          </Group>
        </Alert>
      )}
      <div className={classes.writing}>
        <Choice
          legend="What kind of question is it?"
          name="category"
          value={values.category}
          options={CATEGORIES}
          error={errorOf("category")}
          words={CATEGORY_WORDS}
          help={CATEGORY_HELP}
          exemplar={(category) =>
            exemplars.find(
              (one) => one.category === category && one.hops === (values.hops ?? "one-hop"),
            ) ?? exemplars.find((one) => one.category === category)
          }
          onChange={(category) => set({ category })}
        />
        {notes("category")}
        {values.category !== null && (
          <>
            {need.factType && (
              <Choice
                legend="How does the answer change?"
                name="factType"
                value={values.factType}
                options={FACT_TYPES}
                error={errorOf("factType")}
                words={FACT_TYPE_WORDS}
                help={FACT_TYPE_HELP}
                onChange={(factType) => set({ factType })}
              />
            )}
            {notes("factType")}
            <Choice
              legend="How many steps does the answer need?"
              name="hops"
              value={values.hops}
              options={HOPS}
              error={errorOf("hops")}
              words={HOPS_WORDS}
              help={HOPS_HELP}
              onChange={(hops) =>
                set({
                  hops,
                  ...(hops === "multi-hop" &&
                    values.steps.length === 0 && {
                      steps: [newStep(), newStep()],
                    }),
                })
              }
            />
            {notes("hops")}
            <QuestionControl
              {...form.field("question")}
              required
              description="Phrase it as someone who doesn't know the answer would."
            />
            {notes("question")}
            {beside}
            {need.explanation && (
              <GrowingTextarea
                label="What is wrong with the premise"
                withAsterisk
                minRows={2}
                maxRows={10}
                value={values.explanation}
                error={errorOf("explanation")}
                description="One or two sentences, as a good answer would put it."
                onChange={(event) => set({ explanation: event.currentTarget.value })}
                onBlur={() => touch("explanation")}
              />
            )}
            {notes("explanation")}
            {need.pace && (
              <NativeSelect
                label="How often does the answer change?"
                withAsterisk
                value={values.pace ?? ""}
                error={values.pace === "more-than-weekly" ? errors.pace : errorOf("pace")}
                data={[
                  { value: "", label: "Choose…" },
                  ...CHANGE_PACES.map((value) => ({ value, label: PACE_WORDS[value] })),
                ]}
                onChange={(event) =>
                  set({ pace: (event.currentTarget.value || null) as WritingValues["pace"] })
                }
                onBlur={() => touch("pace")}
              />
            )}
            {notes("pace")}
            <AnswersControl
              {...form.field("answers")}
              description="The first is the primary answer; the others are also accepted. Reorder with Alt+↑ and Alt+↓."
            />
            {notes("answers")}
            {suggestions.length > 0 && values.answers.length < MAX_ANSWERS && (
              <div role="group" aria-label="Other forms of your answers">
                <p className={classes.hint}>Other ways to write it. Add those that are correct:</p>
                <Group gap={6} mt={4}>
                  {suggestions.map((text) => (
                    <Button
                      key={text}
                      size="compact-xs"
                      variant="default"
                      leftSection={<IconPlus size={12} aria-hidden />}
                      styles={{ label: { whiteSpace: "normal" } }}
                      onClick={() =>
                        set({
                          answers: [
                            ...values.answers.filter((one) => one.text.trim() !== ""),
                            line(text),
                          ],
                        })
                      }
                    >
                      {text}
                    </Button>
                  ))}
                </Group>
              </div>
            )}
            {need.steps && (
              <Steps
                steps={values.steps}
                errorOf={errorOf}
                onTouch={touch}
                onChange={(steps) => set({ steps })}
              />
            )}
            {notes("steps")}
            <SourcesControl
              {...form.field("sources")}
              set={setCleaned}
              description="URLs that support the answer. To include the passage, use your browser's “Copy link to highlight”."
              below={readHighlights}
            />
            {notes("sources")}
            <Group align="flex-start" gap="md">
              <YearControl
                {...form.field("effectiveYear")}
                required={need.year}
                description="Year the answer last changed"
              />
              <NextReviewControl
                {...form.field("nextReview")}
                description="When the answer should be checked again"
                open={`Default: ${describeNextReview(defaultReview(draft))}`}
              />
            </Group>
            {notes("year")}
            {notes("nextReview")}
            <NoteControl
              {...form.field("note")}
              description="Optional. Anything users of the release should know."
              minRows={1}
            />
            {notes("note")}
            {(near.length > 0 ||
              values.difference !== "" ||
              sending.refusal?.code === "similar") && (
              <GrowingTextarea
                label="Difference from similar questions"
                withAsterisk={near.length > 0}
                minRows={2}
                maxRows={8}
                value={values.difference}
                error={
                  errorOf("difference") ??
                  (form.isShown("difference") && near.length > 0 && values.difference.trim() === ""
                    ? "Explain how your question differs from similar ones, or withdraw it."
                    : undefined)
                }
                onChange={(event) => set({ difference: event.currentTarget.value })}
                onBlur={() => touch("difference")}
              />
            )}
            {notes("difference")}
          </>
        )}
        {values.category === null && beside}
      </div>
      <ProblemList />
      <div className={classes.foot}>
        <Button
          type="submit"
          loading={busy}
          disabled={values.category === null || saving.theirs !== null}
        >
          {submission?.returned ? "Resubmit" : "Submit for review"}
        </Button>
        <Button variant="default" disabled={busy} onClick={takeBack}>
          {submission === null && saving.state === "untouched" ? "Cancel" : "Withdraw"}
        </Button>
        <Text size="sm" role="status" data-saving={saving.state}>
          {SAVING_WORDS[saving.state]}
        </Text>
        {values.category !== null && (
          <Text size="sm" c="dimmed">
            {problems === 0 ? "Ready to submit" : `${countOf(problems, "field")} incomplete`}
            <span className={classes.keys}>
              {" "}
              · <Kbd size="xs">Ctrl/⌘</Kbd> <Kbd size="xs">Enter</Kbd> submits
            </span>
          </Text>
        )}
      </div>
    </form>
  );
}

const SAVING_WORDS = {
  untouched: "",
  waiting: "Not saved yet",
  saving: "Saving…",
  saved: "Draft saved",
  failed: "Not saved, retrying…",
  conflict: "Not saved: choose a version above",
  refused: "Not saved",
} as const;

/** A pasted address without the words around it. */
function cleanAddress(one: Line): Line {
  if (!/\s/.test(one.text.trim())) return one;
  const read = readPastedEvidence(one.text);
  return read === null ? one : { ...one, text: read.url };
}

/** What a line of evidence says of its page. */
function readHighlights(text: string): ReactNode {
  const read = readPastedEvidence(text);
  return read === null ? null : (
    <p className={classes.hint}>
      {read.host}
      {read.quotes.length > 0 ? (
        <>: {read.quotes.map((quote) => `“${quote}”`).join(", ")}</>
      ) : (
        ", no highlighted passage"
      )}
    </p>
  );
}

interface ChoiceProps<T extends string> {
  legend: string;
  name: string;
  value: T | null;
  options: readonly T[];
  words: Record<T, string>;
  help: Record<T, string>;
  error: string | undefined;
  exemplar?: (option: T) => { question: string; answer: string } | undefined;
  onChange: (value: T) => void;
}

/** One of a few kinds, each explained, with an example of the dataset. */
function Choice<T extends string>({
  legend,
  name,
  value,
  options,
  words,
  help,
  error,
  exemplar,
  onChange,
}: ChoiceProps<T>) {
  return (
    <fieldset className={classes.section} data-wrong={error ? true : undefined}>
      <legend>{legend}</legend>
      <div className={classes.cards}>
        {options.map((option) => {
          const example = exemplar?.(option);
          return (
            <label key={option} className={classes.card}>
              <input
                type="radio"
                name={name}
                value={option}
                checked={value === option}
                onChange={() => onChange(option)}
                aria-describedby={`${name}-${option}`}
              />
              <span>
                <span className={classes.cardTitle}>{words[option]}</span>
                <span id={`${name}-${option}`}>
                  <span className={classes.cardHelp}>{help[option]}</span>
                  {example && (
                    <span className={classes.exemplar}>
                      “{example.question}” – {example.answer}
                    </span>
                  )}
                </span>
              </span>
            </label>
          );
        })}
      </div>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function Steps({
  steps,
  errorOf,
  onTouch,
  onChange,
}: {
  steps: Step[];
  errorOf: (path: string) => string | undefined;
  onTouch: (path: string) => void;
  onChange: (steps: Step[]) => void;
}) {
  const change = (key: number, part: Partial<Step>) =>
    onChange(steps.map((step) => (step.key === key ? { ...step, ...part } : step)));
  return (
    <fieldset className={classes.section}>
      <legend>Steps to the answer</legend>
      <p className={classes.hint}>One step per fact to look up, each with its own evidence.</p>
      {steps.map((step, i) => {
        const evidenceError =
          errorOf(`steps.${i}.evidence`) ??
          step.evidence
            .split("\n")
            .map((_, j) => errorOf(`steps.${i}.evidence.${j}`))
            .find(Boolean);
        return (
          <Group key={step.key} align="flex-start" wrap="nowrap" gap={6}>
            <div style={{ flex: 1, minWidth: 0 }}>
              <GrowingTextarea
                label={`Step ${i + 1}`}
                minRows={1}
                maxRows={6}
                value={step.text}
                error={errorOf(`steps.${i}.text`)}
                onChange={(event) => change(step.key, { text: event.currentTarget.value })}
                onBlur={() => onTouch(`steps.${i}.text`)}
              />
              <GrowingTextarea
                mt={4}
                aria-label={`Evidence of step ${i + 1}`}
                placeholder="https://… (one URL per line)"
                minRows={1}
                maxRows={6}
                value={step.evidence}
                error={evidenceError}
                onChange={(event) => change(step.key, { evidence: event.currentTarget.value })}
                onBlur={() => {
                  onTouch(`steps.${i}.evidence`);
                  step.evidence.split("\n").forEach((_, j) => onTouch(`steps.${i}.evidence.${j}`));
                }}
              />
            </div>
            <ActionIcon
              mt={26}
              variant="subtle"
              color="gray"
              aria-label={`Remove step ${i + 1}`}
              onClick={() => onChange(steps.filter((other) => other.key !== step.key))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        );
      })}
      {errorOf("steps") && (
        <p className={classes.error} role="alert">
          {errorOf("steps")}
        </p>
      )}
      <Group>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={steps.length >= MAX_STEPS}
          onClick={() => onChange([...steps, newStep()])}
        >
          Add step
        </Button>
      </Group>
    </fieldset>
  );
}

const LOOK_AFTER_MS = 500;

/** The nearest questions and open submissions, a moment after one stops typing; null before the first answer. */
function useSimilarQuestions(draft: Draft, submissionId: number | null): SimilarQuestion[] | null {
  const [found, setFound] = useState<SimilarQuestion[] | null>(null);
  const { question, answers, sources } = draft;
  const sought = JSON.stringify({ question, answers, sources, submissionId });
  useEffect(() => {
    const gone = new AbortController();
    const timer = setTimeout(() => {
      void (async () => {
        if ((JSON.parse(sought) as Draft).question.trim() === "") return setFound([]);
        const answer = await fetch("/api/similar-questions", {
          method: "POST",
          body: sought,
          headers: { "content-type": "application/json" },
          signal: gone.signal,
        }).catch(() => null);
        if (answer?.ok) setFound(((await answer.json()) as { similar: SimilarQuestion[] }).similar);
      })().catch(() => {});
    }, LOOK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [sought]);
  return found;
}
