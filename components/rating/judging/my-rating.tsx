"use client";

import { Alert, Button, Group, Text } from "@mantine/core";
import { useEffect, useState, type ReactNode } from "react";
import type { Drafts } from "@/components/desk/drafts";
import { useCommand } from "@/components/ui/use-command";
import { LocalTime } from "@/components/ui/local-time";
import { deviceStorage } from "@/components/ui/device-storage";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { correctJudgment } from "@/lib/rating/judging/actions";
import type { OwnJudgmentDetail } from "@/lib/rating/judging/queries";
import { durationWords, readVerdict } from "@/lib/rating/judging/rules";
import { readAnswers } from "@/lib/rating/protocols/rules";
import type { Answers } from "@/lib/rating/protocols/vocabulary";
import type { Verdict } from "@/lib/rating/judging/vocabulary";
import { notesOf, type ItemForm, type Kept } from "./item-form";
import {
  differs as answersDiffer,
  formOfAnswers,
  placesOf,
  protocolDrafts,
  type Subject,
} from "./protocol-answers";
import { ProtocolFormView } from "./protocol-form";
import { ProtocolItemView } from "./protocol-item";
import { differs, formOf, formDrafts } from "./rating-form";
import { RatingItemView } from "./rating-item";
import classes from "./rating-desk.module.css";
import { Said } from "./said";
import { useWorkClock } from "./use-work-clock";
import { VerdictForm } from "./verdict-form";

/** Said where no reason is given: it may be left out here as at the desk. */
const CORRECTED_LATER = "Corrected after rating";

type OwnVerdictDetail = OwnJudgmentDetail & { protocol: null };
type OwnAnswersDetail = Exclude<OwnJudgmentDetail, OwnVerdictDetail>;

interface OwnJudgmentProps<D = OwnJudgmentDetail> {
  raterId: number;
  detail: D;
  idleSeconds: number;
}

/** A judgment of one's own: what it is about, its history, and its correction as long as no one has adjudicated. */
export function OwnJudgment({ detail, ...props }: OwnJudgmentProps) {
  return detail.protocol === null ? (
    <OwnVerdict detail={detail} {...props} />
  ) : (
    <OwnAnswers detail={detail} {...props} />
  );
}

function OwnVerdict({ raterId, detail, idleSeconds }: OwnJudgmentProps<OwnVerdictDetail>) {
  const [drafts] = useState(() => formDrafts(deviceStorage(), raterId, "rating"));
  const own = useCorrection({
    detail,
    idleSeconds,
    drafts,
    before: formOf({ ...detail.states[0]!, ...detail.states[0]!.verdict! }),
    differs,
  });
  const { verdict, problems } = readVerdict(own.form.verdict);
  return (
    <OwnPage
      detail={detail}
      own={own}
      said={verdict && { verdict }}
      item={<RatingItemView item={detail.item} {...own.view} />}
      fields={
        <VerdictForm
          form={own.form}
          onChange={own.change}
          problems={own.tried ? (problems ?? {}) : {}}
          keys={false}
        />
      }
    />
  );
}

function OwnAnswers({ raterId, detail, idleSeconds }: OwnJudgmentProps<OwnAnswersDetail>) {
  const { definition } = detail.protocol;
  const subject: Subject = { definition, places: placesOf(detail.item) };
  const [drafts] = useState(() => protocolDrafts(deviceStorage(), raterId, definition));
  const own = useCorrection({
    detail,
    idleSeconds,
    drafts,
    before: formOfAnswers(subject, detail.states[0]!.given, detail.states[0]!),
    differs: answersDiffer,
  });
  const { answers, problems } = readAnswers(definition, own.form.answers, subject.places.length);
  return (
    <OwnPage
      detail={detail}
      own={own}
      said={answers && { answers }}
      item={<ProtocolItemView item={detail.item} {...own.view} />}
      fields={
        <ProtocolFormView
          subject={subject}
          form={own.form}
          onChange={own.change}
          problems={own.tried ? (problems ?? {}) : {}}
          keys={false}
        />
      }
    />
  );
}

interface CorrectionOptions<F extends ItemForm> {
  detail: OwnJudgmentDetail;
  idleSeconds: number;
  drafts: Drafts<Kept<F>>;
  /** The form as the judgment stands. */
  before: F;
  differs: (form: F, before: F) => boolean;
}

/** The form of a correction: kept on the device while it says something else than the judgment that stands. */
function useCorrection<F extends ItemForm>({
  detail: { item, states },
  idleSeconds,
  drafts,
  before,
  differs: differ,
}: CorrectionOptions<F>) {
  const clock = useWorkClock(idleSeconds * 1_000);
  const [form, setForm] = useState<F>(before);
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

  const change = (next: F) => {
    setForm(next);
    drafts.write(item.taskId, differ(next, before) ? { form: next, activeMs: clock.read() } : null);
  };
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
  return {
    form,
    change,
    tried,
    correct,
    correctable: differ({ ...form, correction: "" }, before),
    changed: differ(form, before),
    cancel: () => change(before),
    note: (notes: Partial<ItemForm>) => change({ ...form, ...notes }),
    /** @param said null: it is not complete */
    save: (said: { verdict: Verdict } | { answers: Answers } | null) => {
      setTried(true);
      if (said === null) return;
      const correction = form.correction.trim() || CORRECTED_LATER;
      void correct.run({
        ...said,
        ...notesOf(form),
        supersedes: states[0]!.clientKey,
        correction,
        activeMs: clock.read(),
        enteredAt: new Date().toISOString(),
      });
    },
    /** How the item is shown. */
    view: {
      raw,
      onRaw: () => setRaw(!raw),
      unfolded,
      onUnfold: () => setUnfolded(!unfolded),
      keys: false,
    },
  };
}

interface OwnPageProps {
  detail: OwnJudgmentDetail;
  own: Omit<ReturnType<typeof useCorrection>, "change">;
  said: { verdict: Verdict } | { answers: Answers } | null;
  item: ReactNode;
  fields: ReactNode;
}

function OwnPage({ detail, own, said, item, fields }: OwnPageProps) {
  const { adjudicated, stale, states } = detail;
  const { form, note } = own;
  return (
    <div className={classes.columns}>
      <article className={classes.item} aria-labelledby="rated-question">
        {item}
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
            <RefusalAlert of={own.correct} />
            {fields}
            <label className={classes.why}>
              Reason for correction
              <input
                value={form.correction}
                placeholder={CORRECTED_LATER}
                maxLength={500}
                onChange={(event) => note({ correction: event.currentTarget.value })}
              />
            </label>
            <Group gap="xs">
              <Button
                loading={own.correct.pending}
                disabled={!own.correctable}
                onClick={() => own.save(said)}
              >
                Save correction
              </Button>
              {own.changed && (
                <Button variant="default" onClick={own.cancel}>
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
                <Said of={state} />
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
