"use client";

import { Alert, Button, Group, Paper, Text } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { mayActOnKey } from "@/components/ui/shortcut-scope";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { LinkButton } from "@/components/ui/links";
import { Bar } from "@/components/ui/progress-bar";
import { answerExample } from "@/lib/rating/training/actions";
import type { AnswerOutcome, TrainingView } from "@/lib/rating/training/queries";
import { EXAMPLE_COUNT } from "@/lib/rating/training/vocabulary";
import { EMPTY_FORM, enterCredit, type RatingForm } from "./rating-form";
import { ExampleText, Protocol } from "./rating-guide";
import guideClasses from "./rating-guide.module.css";
import { VerdictForm } from "./verdict-form";
import { VerdictBadges } from "./verdict-labels";
import { useCommand } from "@/components/ui/use-command";

/** One calibration example after the other, each explained as soon as it is judged. */
export function Training({ training }: { training: TrainingView }) {
  const router = useRouter();
  const [form, setForm] = useState<RatingForm>(EMPTY_FORM);
  const [outcome, setOutcome] = useState<
    (AnswerOutcome & { given: { relaxed: boolean; strict: boolean } }) | null
  >(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // What was just answered stays until the reader goes on, whatever the server says is next.
  const shown = outcome?.example ?? training.next;
  const { relaxed, strict } = form.verdict;
  const complete = relaxed !== null && strict !== null;

  const check = useCommand(answerExample, {
    title: "Answer not checked",
    onDone: (value, given) => {
      setOutcome({ ...value, given });
      router.refresh();
    },
  });
  const answer = () => {
    if (!complete || shown === null || outcome !== null) return;
    void check.run({ attempt: training.attempt, example: shown.number, relaxed, strict });
  };
  const goOn = () => {
    setOutcome(null);
    setForm(EMPTY_FORM);
    heading.current?.focus();
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        if (outcome === null) answer();
        else goOn();
        return;
      }
      if (!mayActOnKey(event) || event.repeat || outcome !== null || shown === null) return;
      if (event.key === "1" || event.key === "2")
        setForm(enterCredit(form, event.key === "1", form.mode));
      else if (event.key === "ArrowUp" || event.key === "ArrowDown")
        setForm({ ...form, mode: event.key === "ArrowUp" ? "relaxed" : "strict" });
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
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
              <VerdictForm form={form} onChange={setForm} problems={{}} keys verdictsOnly />
              <Button loading={check.pending} disabled={!complete} onClick={() => answer()}>
                Check answer (Ctrl Enter)
              </Button>
            </>
          ) : (
            <Alert
              color={outcome.right ? "green" : "orange"}
              icon={outcome.right ? <IconCheck aria-hidden /> : <IconX aria-hidden />}
              title={outcome.right ? "Correct" : "Not quite"}
            >
              {!outcome.right && (
                <Text fz="sm" mb={4}>
                  You: <VerdictBadges verdict={outcome.given} />
                </Text>
              )}
              <Text fz="sm" mb={6}>
                Guidelines: <VerdictBadges verdict={outcome.example} />
              </Text>
              <Text mb="sm">{outcome.example.explanation}</Text>
              <Button onClick={goOn} autoFocus m={4}>
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
            href="/rate/training?again=1"
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
