"use client";

import { Group, Paper, Radio, Select, Stack, Title } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { setGold, withdrawGold } from "@/lib/rating/campaigns/actions";
import type { GoldAnswers, GoldForm as GoldFormView } from "@/lib/rating/campaigns/gold-queries";
import type { Rich } from "@/lib/rating/judging/markdown";
import {
  NO_VERDICT,
  readVerdict,
  strictIsOpen,
  withCredit,
  withReason,
  type VerdictDraft,
} from "@/lib/rating/judging/rules";
import { appliesToMode, MODES, REASONS, type Mode } from "@/lib/rating/judging/vocabulary";
import { ResponseText } from "@/components/rating/judging/response-text";
import { MODE_ASKS, MODE_WORDS } from "@/components/rating/judging/verdict-labels";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import classes from "./campaign-form.module.css";
import { GoldEnd, GoldOrigin, GoldSubject } from "./gold-form-parts";
import { useCommand } from "@/components/ui/use-command";
import { ProblemList } from "@/components/ui/problem-list";
import { DraftRestored, useKeptValues } from "@/components/ui/use-kept-form";
import { goldPage } from "@/lib/rating/gold/address";

interface Entered {
  draft: VerdictDraft;
  explanation: string;
}
const enteredOf = ({ gold }: GoldAnswers): Entered => ({
  draft: gold ?? NO_VERDICT,
  explanation: gold?.explanation ?? "",
});

/** Settles what raters have to say of a response, by the answers that the maintainer chooses where these have changed. */
export function GoldForm({ view, rich }: { view: GoldFormView; rich: readonly Rich[] | null }) {
  const router = useRouter();
  const [at, setAt] = useState(0);
  /** What was entered by each of the answers: to look at the others loses nothing. */
  const initial: readonly Entered[] = view.choices.map(enteredOf);
  const [entered, setEntered] = useState(initial);
  const [tried, setTried] = useState(false);
  const kept = useKeptValues({
    of: [
      "gold",
      `${view.responseId}.${view.choices.map(({ revisionId }) => revisionId).join("-")}`,
    ],
    values: { at, entered },
    initial: { at: 0, entered: initial },
    set: (values) => {
      setAt(values.at);
      setEntered(values.entered);
    },
  });
  const chosen = view.choices[at]!;
  const { draft, explanation } = entered[at]!;
  const change = (patch: Partial<Entered>) =>
    setEntered((all) => all.map((one, place) => (place === at ? { ...one, ...patch } : one)));
  const read = readVerdict(draft);

  const leaveFor = (address: string) => {
    router.push(address);
    router.refresh();
  };
  const set = useCommand(setGold, {
    kept,
    title: "Not marked as gold",
    done: { title: "Marked as gold", message: "Campaigns with gold items can now use it." },
    onDone: () => leaveFor(goldPage.href({ run: view.run.runId })),
  });
  const withdraw = useCommand(withdrawGold, {
    title: "Gold verdict not removed",
    onDone: () => leaveFor("/campaigns/gold"),
  });
  const save = () => {
    setTried(true);
    if (read.verdict === null) return;
    void set.run({
      responseId: view.responseId,
      revisionId: chosen.revisionId,
      verdict: read.verdict,
      explanation,
      replaces: view.standing,
    });
  };

  return (
    <div className={classes.form}>
      <Stack gap="md" miw={0}>
        <GoldSubject
          question={view.question}
          release={view.release}
          choices={view.choices}
          at={at}
          onChoose={(chosen) => {
            setTried(false);
            setAt(chosen);
          }}
        >
          <section aria-labelledby="response">
            <Title order={2} id="response" size="h3" mb={4}>
              Response of {view.run.label}
            </Title>
            <Paper withBorder p="md">
              <ResponseText text={view.text} rich={rich} raw={false} />
            </Paper>
          </section>
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
          <GoldOrigin gold={chosen.gold} standing={view.standing} />
          {MODES.map((mode) => (
            <ModeFields
              key={mode}
              mode={mode}
              draft={draft}
              onChange={(draft) => change({ draft })}
              problem={tried && read.problems ? (read.problems[mode] ?? null) : null}
              reasonProblem={
                tried && read.problems ? (read.problems[`${mode}Reason`] ?? null) : null
              }
            />
          ))}
          <ProblemList />
          <GoldEnd
            explanation={explanation}
            onExplain={(explanation) => change({ explanation })}
            standing={view.standing}
            inUse={view.inUse}
            saving={set.pending}
            removing={withdraw.pending}
            onRemove={() => void withdraw.run({ responseId: view.responseId })}
          />
        </Stack>
      </form>
    </div>
  );
}

function ModeFields({
  mode,
  draft,
  onChange,
  problem,
  reasonProblem,
}: {
  mode: Mode;
  draft: VerdictDraft;
  onChange: (draft: VerdictDraft) => void;
  problem: string | null;
  reasonProblem: string | null;
}) {
  const credit = draft[mode];
  const reasons = REASONS.filter((reason) => appliesToMode(reason.code, mode));
  return (
    <Stack gap={8}>
      <Radio.Group
        label={`${MODE_WORDS[mode]}: ${MODE_ASKS[mode]}`}
        value={credit === null ? "" : String(credit)}
        onChange={(value) => onChange(withCredit(draft, mode, value === "true"))}
        error={problem}
      >
        <Group gap="lg" mt={6}>
          <Radio value="true" label="Credit" disabled={mode === "strict" && !strictIsOpen(draft)} />
          <Radio value="false" label="No credit" />
        </Group>
      </Radio.Group>
      {credit === false && (
        <Select
          label={`Reason for no ${MODE_WORDS[mode]} credit`}
          data={reasons.map((reason) => ({ value: reason.code, label: reason.words }))}
          value={draft[`${mode}Reason`]}
          allowDeselect={false}
          onChange={(reason) => reason && onChange(withReason(draft, mode, reason))}
          error={reasonProblem}
          placeholder="Choose a reason"
        />
      )}
    </Stack>
  );
}
