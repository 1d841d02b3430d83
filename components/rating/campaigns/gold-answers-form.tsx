"use client";

import { Group, Paper, Radio, Select, Stack, Text, Title } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ResponseText } from "@/components/rating/judging/response-text";
import { ReferenceList } from "@/components/runs/references/reference-list";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { setGoldAnswers, withdrawGoldAnswers } from "@/lib/rating/gold/actions";
import type { GoldAnswersChoice, GoldItemForm } from "@/lib/rating/gold/queries";
import { goldProblems, goldQuestions, rightLevels } from "@/lib/rating/gold/rules";
import type { ExpectedAnswer, ExpectedAnswers } from "@/lib/rating/gold/vocabulary";
import type { Rich } from "@/lib/rating/judging/markdown";
import type { ChoiceQuestion } from "@/lib/rating/protocols/vocabulary";
import classes from "./campaign-form.module.css";
import { GoldEnd, GoldOrigin, GoldSubject } from "./gold-form-parts";
import { ProblemList } from "@/components/ui/problem-list";
import { DraftRestored, useKeptValues } from "@/components/ui/use-kept-form";
import { goldPage } from "@/lib/rating/gold/address";

interface Entered {
  expected: ExpectedAnswers;
  explanation: string;
}
const enteredOf = ({ gold }: GoldAnswersChoice): Entered => ({
  expected: gold?.expected ?? {},
  explanation: gold?.explanation ?? "",
});

interface GoldAnswersFormProps {
  view: GoldItemForm;
  rich: readonly Rich[] | null;
}

/** Settles what raters have to answer about an item of a protocol, question by question, levels with a tolerance. */
export function GoldAnswersForm({ view, rich }: GoldAnswersFormProps) {
  const router = useRouter();
  const [at, setAt] = useState(0);
  /** What was entered by each of the answers: to look at the others loses nothing. */
  const initial: readonly Entered[] = view.choices.map(enteredOf);
  const [entered, setEntered] = useState(initial);
  const [tried, setTried] = useState(false);
  const { protocol, responseId, referencePlace } = view;
  const kept = useKeptValues({
    of: [
      "gold-answers",
      `${protocol.versionId}.${responseId}.${referencePlace ?? ""}.${view.choices.map(({ revisionId }) => revisionId).join("-")}`,
    ],
    values: { at, entered },
    initial: { at: 0, entered: initial },
    set: (values) => {
      setAt(values.at);
      setEntered(values.entered);
    },
  });
  const chosen = view.choices[at]!;
  const { expected, explanation } = entered[at]!;
  const change = (patch: Partial<Entered>) =>
    setEntered((all) => all.map((one, place) => (place === at ? { ...one, ...patch } : one)));
  const problems = goldProblems(protocol.definition, expected);

  const leaveFor = (run: number | null) => {
    router.push(goldPage.href({ protocol: protocol.protocolId, run }));
    router.refresh();
  };
  const set = useCommand(setGoldAnswers, {
    kept,
    title: "Not marked as gold",
    done: { title: "Marked as gold", message: "Campaigns with gold items can now use it." },
    onDone: () => leaveFor(view.run.runId),
  });
  const withdraw = useCommand(withdrawGoldAnswers, {
    title: "Gold answers not removed",
    onDone: () => leaveFor(null),
  });
  const item = { responseId, referencePlace, versionId: protocol.versionId };
  const save = () => {
    setTried(true);
    if (problems !== null) return;
    void set.run({
      ...item,
      revisionId: chosen.revisionId,
      expected,
      explanation,
      replaces: view.standing,
    });
  };
  const expect = (key: string, answer: ExpectedAnswer | null) => {
    const { [key]: _, ...others } = expected;
    change({ expected: answer === null ? others : { ...others, [key]: answer } });
  };

  return (
    <div className={classes.form}>
      <Stack gap="md" miw={0}>
        <GoldSubject
          question={view.question}
          release={view.release}
          choices={view.choices}
          at={at}
          onChoose={(choice) => {
            setTried(false);
            setAt(choice);
          }}
        >
          {view.text !== null && (
            <section aria-labelledby="response">
              <Title order={2} id="response" size="h3" mb={4}>
                Response of {view.run.label}
              </Title>
              <Paper withBorder p="md">
                <ResponseText text={view.text} rich={rich} raw={false} />
              </Paper>
            </section>
          )}
          {view.references.length > 0 && (
            <section aria-labelledby="references">
              <Title order={2} id="references" size="h3" mb={4}>
                {view.text === null ? `Reference of ${view.run.label}` : "References"}
              </Title>
              <ReferenceList references={view.references} segments={null} />
            </section>
          )}
        </GoldSubject>
      </Stack>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack gap="md">
          <DraftRestored of={kept} />
          <RefusalAlert of={[set, withdraw]} />
          <Text fz="sm" c="dimmed">
            Raters are checked on the questions that you answer here. Leave the others unchecked.
          </Text>
          <GoldOrigin gold={chosen.gold} standing={view.standing} />
          {goldQuestions(protocol.definition).map((question) => (
            <ExpectedField
              key={question.key}
              question={question}
              expected={expected[question.key] ?? null}
              onChange={(answer) => expect(question.key, answer)}
              problem={tried ? (problems?.[question.key] ?? null) : null}
            />
          ))}
          {tried && problems?.[""] !== undefined && (
            <Text fz="sm" c="red" role="alert">
              {problems[""]}
            </Text>
          )}
          <ProblemList />
          <GoldEnd
            explanation={explanation}
            onExplain={(text) => change({ explanation: text })}
            standing={view.standing}
            inUse={view.inUse}
            saving={set.pending}
            removing={withdraw.pending}
            onRemove={() => void withdraw.run(item)}
          />
        </Stack>
      </form>
    </div>
  );
}

const [UNCHECKED, CANNOT_TELL] = ["unchecked", "cannot-tell"];

interface ExpectedFieldProps {
  question: ChoiceQuestion;
  /** Null: not checked. */
  expected: ExpectedAnswer | null;
  onChange: (expected: ExpectedAnswer | null) => void;
  problem: string | null;
}

/** What is expected of one question: a level, "cannot tell", or nothing; and how far a level may be from it. */
function ExpectedField({ question, expected, onChange, problem }: ExpectedFieldProps) {
  const tolerance = expected !== null && "value" in expected ? expected.tolerance : 0;
  const choose = (choice: string) =>
    onChange(
      choice === UNCHECKED
        ? null
        : choice === CANNOT_TELL
          ? { cannotTell: true }
          : { value: Number(choice), tolerance },
    );
  const right = expected === null || tolerance === 0 ? [] : rightLevels(question, expected);
  return (
    <Stack gap={8}>
      <Radio.Group
        label={question.label}
        description={question.help === "" ? undefined : question.help}
        value={
          expected === null ? UNCHECKED : "value" in expected ? String(expected.value) : CANNOT_TELL
        }
        onChange={choose}
        error={problem}
      >
        <Group gap="8px 20px" mt={6}>
          {question.levels.map(({ value, label }) => (
            <Radio key={value} value={String(value)} label={label} />
          ))}
          {question.cannotTell && <Radio value={CANNOT_TELL} label="Cannot tell" />}
          <Radio value={UNCHECKED} label="Not checked" />
        </Group>
      </Radio.Group>
      {question.kind === "ordinal" && expected !== null && "value" in expected && (
        <Select
          label={`Tolerance of ${question.label}`}
          description={
            right.length === 0
              ? undefined
              : `Also right: ${right
                  .filter(({ value }) => value !== expected.value)
                  .map(({ label }) => label)
                  .join(", ")}`
          }
          data={tolerancesOf(question).map((one) => ({
            value: String(one),
            label: one === 0 ? "Exact" : `± ${one}`,
          }))}
          value={String(tolerance)}
          allowDeselect={false}
          onChange={(value) => onChange({ ...expected, tolerance: Number(value) })}
          inputWrapperOrder={["label", "input", "description", "error"]}
          maw={220}
        />
      )}
    </Stack>
  );
}

/** Distances between levels, without the greatest: within that one every level lies. */
function tolerancesOf({ levels }: ChoiceQuestion): number[] {
  const values = levels.map(({ value }) => value);
  const distances = values.flatMap((one) => values.map((other) => Math.abs(one - other)));
  const greatest = Math.max(...distances);
  return [...new Set(distances)].filter((one) => one < greatest).sort((a, b) => a - b);
}
