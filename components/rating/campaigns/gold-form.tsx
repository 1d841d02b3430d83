"use client";

import {
  Alert,
  Button,
  Group,
  List,
  Paper,
  Radio,
  Select,
  Stack,
  Text,
  Textarea,
  Title,
} from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { setGold, withdrawGold } from "@/lib/rating/campaigns/actions";
import type { GoldAnswers, GoldForm as GoldFormView } from "@/lib/rating/campaigns/queries";
import type { Rich } from "@/lib/rating/judging/markdown";
import {
  NO_VERDICT,
  readVerdict,
  strictIsOpen,
  withCredit,
  withReason,
  type VerdictDraft,
} from "@/lib/rating/judging/rules";
import { appliesToMode, MODES, REASONS, type Mode } from "@/lib/rating/judging/schema";
import { ResponseText } from "@/components/rating/judging/response-text";
import { MODE_ASKS, MODE_WORDS } from "@/components/rating/judging/verdict-labels";
import { LocalTime } from "@/components/ui/local-time";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import classes from "./campaign-form.module.css";
import { useCommand } from "@/components/ui/use-command";

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
  const [entered, setEntered] = useState<readonly Entered[]>(view.choices.map(enteredOf));
  const [tried, setTried] = useState(false);
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
    title: "Not marked as gold",
    done: { title: "Marked as gold", message: "Campaigns with gold items can now use it." },
    onDone: () => leaveFor(`/campaigns/gold?run=${view.run.runId}`),
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
        <section aria-labelledby="question">
          <Title order={2} id="question" size="h3">
            Question
          </Title>
          <Text fz="lg">{view.question}</Text>
        </section>
        <section aria-labelledby="answers">
          <Title order={2} id="answers" size="h3">
            Correct answers
          </Title>
          {view.choices.length > 1 && (
            <Radio.Group
              label="Answer version"
              description="The answers have changed since the release. Reports count this verdict only if they use the same answers. A verdict for the other answers is kept."
              value={chosen.by}
              onChange={(by) => {
                setTried(false);
                setAt(view.choices.findIndex((choice) => choice.by === by));
              }}
              mt={6}
              mb="sm"
            >
              <Group gap="lg" mt={6}>
                <Radio value="release" label={`Release ${view.release}`} />
                <Radio value="present" label="Current version" />
              </Group>
            </Radio.Group>
          )}
          <List>
            {chosen.answers.map((answer) => (
              <List.Item key={answer}>{answer}</List.Item>
            ))}
          </List>
          {view.choices.some(({ falsePremise }) => falsePremise !== chosen.falsePremise) && (
            <Text mt={4}>{chosen.falsePremise ? "False premise" : "Valid premise"}</Text>
          )}
          {chosen.note.trim() !== "" && (
            <Text fz="sm" c="dimmed" mt={4}>
              {chosen.note}
            </Text>
          )}
        </section>
        <section aria-labelledby="response">
          <Title order={2} id="response" size="h3" mb={4}>
            Response of {view.run.label}
          </Title>
          <Paper withBorder p="md">
            <ResponseText text={view.text} rich={rich} raw={false} />
          </Paper>
        </section>
      </Stack>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack gap="md">
          <RefusalAlert of={[set, withdraw]} />
          {chosen.gold !== null && (
            <Text fz="sm" c="dimmed">
              Set by {chosen.gold.setBy}, <LocalTime iso={chosen.gold.createdAt} />
            </Text>
          )}
          {view.standing !== null && chosen.gold === null && (
            <Alert color="yellow">
              This verdict was set for other answers. Saving sets one for these answers, too.
            </Alert>
          )}
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
          <Textarea
            label="Explanation"
            description="Visible to maintainers only"
            value={explanation}
            onChange={(event) => change({ explanation: event.currentTarget.value })}
            autosize
            minRows={2}
            maxRows={10}
            maxLength={5000}
          />
          <Group gap="xs">
            <Button type="submit" loading={set.pending}>
              {view.standing === null ? "Mark as gold" : "Save"}
            </Button>
            {view.standing !== null && (
              <Button
                variant="subtle"
                color="red"
                loading={withdraw.pending}
                disabled={view.inUse}
                onClick={() => void withdraw.run({ responseId: view.responseId })}
              >
                Remove gold
              </Button>
            )}
          </Group>
          {view.inUse && (
            <Text fz="sm" c="dimmed">
              Used in a campaign, so it can&apos;t be removed. You can still change the verdict.
            </Text>
          )}
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
