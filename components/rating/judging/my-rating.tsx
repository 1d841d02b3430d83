"use client";

import { Alert, Button, Group, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { useCommand } from "@/components/ui/use-command";
import { LocalTime } from "@/components/ui/local-time";
import { deviceStorage } from "@/components/ui/device-storage";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { correctJudgment } from "@/lib/rating/judging/actions";
import type { OwnJudgmentDetail } from "@/lib/rating/judging/queries";
import { durationWords, readVerdict } from "@/lib/rating/judging/rules";
import { differs, formOf, formDrafts, type RatingForm } from "./rating-form";
import { RatingItemView } from "./rating-item";
import classes from "./rating-desk.module.css";
import { useWorkClock } from "./use-work-clock";
import { VerdictForm } from "./verdict-form";
import { VerdictBadges } from "./verdict-labels";

interface OwnJudgmentProps {
  raterId: number;
  detail: OwnJudgmentDetail;
  idleSeconds: number;
}

/** A judgment of one's own: what it is about, its history, and its correction as long as no one has adjudicated. */
export function OwnJudgment({ raterId, detail, idleSeconds }: OwnJudgmentProps) {
  const { item, states, adjudicated, stale } = detail;
  const present = states[0]!;
  const clock = useWorkClock(idleSeconds * 1_000);
  const [drafts] = useState(() => formDrafts(deviceStorage(), raterId, "rating"));
  const before = formOf(present);
  const [form, setForm] = useState<RatingForm>(before);
  const [tried, setTried] = useState(false);
  const [raw, setRaw] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  useEffect(() => {
    // What was typed before a reload; the server cannot know it.
    const kept = drafts.read(item.taskId);
    // eslint-disable-next-line react-hooks/set-state-in-effect
    if (kept) setForm(kept.form);
    clock.restart(kept?.activeMs ?? 0);
  }, [drafts, item.taskId, clock]);

  const change = (next: RatingForm) => {
    setForm(next);
    drafts.write(
      item.taskId,
      differs(next, before) ? { form: next, activeMs: clock.read() } : null,
    );
  };
  const { verdict, problems } = readVerdict(form.verdict);
  const correct = useCommand(correctJudgment, {
    title: "Rating not corrected",
    identity: ({ activeMs: _, enteredAt: __, ...said }) => said,
    done: { title: "Rating corrected", message: "The previous one is in the history." },
    onDone: () => {
      drafts.write(item.taskId, null);
      setTried(false);
      setForm({ ...form, correction: "" });
    },
    refresh: true,
  });
  const save = () => {
    setTried(true);
    if (verdict === null || form.correction.trim() === "") return;
    const { comment, lowConfidence, flagged, correction } = form;
    void correct.run({
      supersedes: present.clientKey,
      verdict,
      comment,
      lowConfidence,
      flagged,
      correction,
      activeMs: clock.read(),
      enteredAt: new Date().toISOString(),
    });
  };

  return (
    <div className={classes.columns}>
      <article className={classes.item} aria-labelledby="rated-question">
        <RatingItemView
          item={item}
          raw={raw}
          onRaw={() => setRaw(!raw)}
          unfolded={unfolded}
          onUnfold={() => setUnfolded(!unfolded)}
          keys={false}
        />
      </article>
      <div className={classes.side}>
        {stale && (
          <Alert color="yellow" title="Answers have changed">
            These are the answers you rated against. Your rating still counts for them; new ratings
            are collected in a follow-up campaign.
          </Alert>
        )}
        {adjudicated ? (
          <Alert color="gray" title="Adjudicated">
            This response has a final verdict, so you can no longer correct your rating.
          </Alert>
        ) : (
          <section aria-label="Save correction">
            <RefusalAlert of={correct} />
            <VerdictForm
              form={form}
              onChange={change}
              problems={tried ? (problems ?? {}) : {}}
              keys={false}
            />
            <label className={classes.why}>
              Reason for correction
              <input
                value={form.correction}
                maxLength={500}
                aria-invalid={tried && form.correction.trim() === ""}
                aria-describedby="why-problem"
                onChange={(event) => change({ ...form, correction: event.currentTarget.value })}
              />
            </label>
            <p id="why-problem" className={classes.problem} role="alert">
              {tried && form.correction.trim() === "" ? "Enter a reason for the correction." : ""}
            </p>
            <Group gap="xs">
              <Button
                loading={correct.pending}
                disabled={!differs({ ...form, correction: "" }, before)}
                onClick={save}
              >
                Save correction
              </Button>
              {differs(form, before) && (
                <Button variant="default" onClick={() => change(before)}>
                  Cancel
                </Button>
              )}
            </Group>
          </section>
        )}
        <section aria-label="History">
          <Text fw={640} mb={4}>
            History
          </Text>
          <ol className={classes.history}>
            {states.map((state) => (
              <li key={state.id}>
                <VerdictBadges verdict={state} />
                <Text fz="sm" c="dimmed">
                  {state.correction === "" ? "First rated" : "Corrected"}{" "}
                  <LocalTime iso={state.judgedAt} />, {durationWords(state.activeMs)}
                  {state.lowConfidence && ", not sure"}
                  {state.flagged && ", answer flagged"}
                </Text>
                {state.correction !== "" && <Text fz="sm">Reason: {state.correction}</Text>}
                {state.comment !== "" && <Text fz="sm">“{state.comment}”</Text>}
              </li>
            ))}
          </ol>
        </section>
      </div>
    </div>
  );
}
