"use client";

import { Alert, Button, Group, Paper, Text } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { useKeys } from "@/components/desk/keys";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { LinkButton } from "@/components/ui/links";
import { Bar } from "@/components/ui/progress-bar";
import { answerExample } from "@/lib/rating/training/actions";
import type { AnswerOutcome, TrainingView } from "@/lib/rating/training/queries";
import { EXAMPLE_COUNT } from "@/lib/rating/training/vocabulary";
import { readVerdict, sameCredit } from "@/lib/rating/judging/rules";
import type { Verdict } from "@/lib/rating/judging/vocabulary";
import { EMPTY_FORM, type RatingForm } from "./rating-form";
import { Protocol } from "./guidelines-text";
import { ExampleText } from "./rating-guide";
import guideClasses from "./rating-guide.module.css";
import { type NotesContext, PASS_KEYS } from "./form-keys";
import { ITEM_KEYS } from "./rating-keys";
import { VerdictForm } from "./verdict-form";
import type { VerdictContext } from "./verdict-keys";
import { VerdictBadges } from "./verdict-labels";
import { useCommand } from "@/components/ui/use-command";
import { trainingPage } from "@/lib/rating/judging/address";

/** One calibration example after the other, each explained as soon as it is judged. */
export function Training({ training }: { training: TrainingView }) {
  const router = useRouter();
  const [form, setForm] = useState<RatingForm>(EMPTY_FORM);
  const [outcome, setOutcome] = useState<
    | (AnswerOutcome & { given: Verdict; noted: Pick<RatingForm, "lowConfidence" | "flagged"> })
    | null
  >(null);
  const [tried, setTried] = useState(false);
  /** Put behind the others, in that order. */
  const [skipped, setSkipped] = useState<readonly number[]>([]);
  const comment = useRef<HTMLTextAreaElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // What was just answered stays until the reader goes on, whatever the server says is next.
  const order = [...training.left].sort(
    (one, other) => skipped.indexOf(one.number) - skipped.indexOf(other.number),
  );
  const shown = outcome?.example ?? order[0] ?? null;
  const { verdict, problems } = readVerdict(form.verdict);

  const check = useCommand(answerExample, {
    title: "Answer not checked",
    onDone: (value) => {
      setOutcome({ ...value, given: verdict!, noted: form });
      router.refresh();
    },
  });
  const answer = () => {
    if (shown === null || outcome !== null) return;
    setTried(true);
    if (verdict === null) return;
    comment.current?.blur();
    const { relaxed, strict } = verdict;
    void check.run({ attempt: training.attempt, example: shown.number, relaxed, strict });
  };
  const begin = () => {
    setOutcome(null);
    setForm(EMPTY_FORM);
    setTried(false);
    heading.current?.focus();
  };
  const skip = () => {
    if (shown === null || outcome !== null || order.length < 2) return;
    setSkipped([...skipped.filter((number) => number !== shown.number), shown.number]);
    begin();
  };
  const change = (next: RatingForm) => {
    if (outcome === null) setForm(next);
  };
  useKeys<VerdictContext & NotesContext>(ITEM_KEYS, {
    form,
    change,
    note: (notes) => change({ ...form, ...notes }),
    comment,
    submit: () => (shown === null ? false : outcome === null ? answer() : begin()),
    pass: skip,
    // An example is short, and plain text.
    toggleRaw: () => {},
    toggleUnfolded: () => {},
  });
  const done = training.answered.length;
  const right = training.answered.filter((example) => example.right).length;
  return (
    <>
      <Standing training={training} done={done} right={right} />
      {shown !== null && (
        <Paper withBorder p="md" mb="md" maw={860}>
          <Group gap="sm" mb="sm">
            <Text fz="sm" className="tabular" role="status" aria-label="Progress">
              <b>
                {shown.number} of {EXAMPLE_COUNT}
              </b>
            </Text>
            <Bar done={done} of={EXAMPLE_COUNT} label="Examples rated" />
          </Group>
          <RefusalAlert of={check} />
          <Text
            component="h2"
            ref={heading}
            tabIndex={-1}
            fz="lg"
            fw={600}
            mb="xs"
            style={{ outline: "none" }}
          >
            {shown.question}
          </Text>
          <div className={guideClasses.guide}>
            <ExampleText example={shown} />
          </div>
          {outcome === null ? (
            <>
              <VerdictForm
                form={form}
                onChange={setForm}
                problems={tried ? (problems ?? {}) : {}}
                keys
                comment={comment}
              />
              <Group gap="xs">
                <Button loading={check.pending} onClick={answer}>
                  Check answer (Enter)
                </Button>
                <Button variant="default" disabled={order.length < 2} onClick={skip}>
                  {PASS_KEYS.skip.does} ({PASS_KEYS.skip.keys})
                </Button>
              </Group>
            </>
          ) : (
            <Alert
              color={outcome.right ? "green" : "orange"}
              icon={outcome.right ? <IconCheck aria-hidden /> : <IconX aria-hidden />}
              title={outcome.right ? "Correct" : "Not quite"}
            >
              <Text fz="sm" mb={4}>
                You: <VerdictBadges verdict={outcome.given} />
              </Text>
              <Text fz="sm" mb={6}>
                Guidelines: <VerdictBadges verdict={outcome.example} />
              </Text>
              <Text mb="sm">{outcome.example.explanation}</Text>
              <Remarks given={outcome.given} expected={outcome.example} noted={outcome.noted} />
              <Button onClick={begin} autoFocus m={4}>
                {outcome.finished === null ? "Next example" : "See results"}
              </Button>
            </Alert>
          )}
        </Paper>
      )}
      <details open={done === 0 && outcome === null}>
        <summary>Guidelines summary</summary>
        <div className={guideClasses.guide} style={{ maxWidth: 760, marginTop: 8 }}>
          <Protocol />
        </div>
      </details>
      {training.answered.length > 0 && (
        <div className={guideClasses.guide} style={{ maxWidth: 860, marginTop: 16 }}>
          <h3>
            Score so far: {right} of {done}
          </h3>
          {training.answered.map((example) => (
            <details key={example.number}>
              <summary>
                {example.number}. {example.question}{" "}
                <b>{example.right ? "correct" : "incorrect"}</b> <VerdictBadges verdict={example} />
              </summary>
              <ExampleText example={example} />
              <p>{example.explanation}</p>
            </details>
          ))}
        </div>
      )}
    </>
  );
}

/** What is said of reason, doubt and flag, which do not count towards passing. */
function Remarks({
  given,
  expected,
  noted,
}: {
  given: Verdict;
  expected: Verdict;
  noted: Pick<RatingForm, "lowConfidence" | "flagged">;
}) {
  const otherReason =
    sameCredit(given, expected) &&
    (given.relaxedReason !== expected.relaxedReason ||
      given.strictReason !== expected.strictReason);
  const said = [
    ...(otherReason
      ? [
          "The guidelines give another reason. Reasons are reported, but don't count towards passing.",
        ]
      : []),
    ...(noted.flagged
      ? ["You flagged the answer as wrong: in a campaign, maintainers check it, with your comment."]
      : []),
    ...(noted.lowConfidence
      ? [
          "You weren't sure: in a campaign, an adjudicator may look at it. Your rating still counts.",
        ]
      : []),
  ];
  return said.map((sentence) => (
    <Text key={sentence} fz="sm" mb={6}>
      {sentence}
    </Text>
  ));
}

function Standing({
  training,
  done,
  right,
}: {
  training: TrainingView;
  done: number;
  right: number;
}) {
  const finished = done === EXAMPLE_COUNT;
  return (
    <>
      {training.qualified !== null && (
        <Alert
          color="green"
          icon={<IconCheck aria-hidden />}
          mb="md"
          maw={860}
          title={`Passed: ${training.qualified.score} of ${EXAMPLE_COUNT}`}
        >
          You can now rate in any campaign.{" "}
          <LinkButton href="/rate" size="compact-sm" ml="xs">
            Go to campaigns
          </LinkButton>
        </Alert>
      )}
      {finished && training.qualified === null && (
        <Alert color="orange" mb="md" maw={860} title={`Not passed: ${right} of ${EXAMPLE_COUNT}`}>
          You need {training.threshold} to pass. Review the explanations below, then try again.
        </Alert>
      )}
      {finished && (
        <Group mb="md">
          <LinkButton
            href={trainingPage.href({ again: true })}
            variant={training.qualified === null ? "filled" : "default"}
          >
            Retake training
          </LinkButton>
        </Group>
      )}
      {training.earlier.length > 0 && (
        <Text fz="sm" c="dimmed" mb="sm">
          Previous attempts:{" "}
          {training.earlier.map((attempt) => `${attempt.score} of ${EXAMPLE_COUNT}`).join(", ")}.
        </Text>
      )}
    </>
  );
}
