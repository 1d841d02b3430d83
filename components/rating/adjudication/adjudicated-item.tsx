"use client";

import { Button, Group } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import desk from "@/components/rating/judging/rating-desk.module.css";
import { ProtocolFormView } from "@/components/rating/judging/protocol-form";
import { VerdictForm } from "@/components/rating/judging/verdict-form";
import { LinkAnchor, LinkButton } from "@/components/ui/links";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { replaceAdjudication } from "@/lib/rating/adjudication/actions";
import type { AnswersCase, CaseView, VerdictCase } from "@/lib/rating/adjudication/queries";
import type { Supersede } from "@/lib/rating/adjudication/schema";
import { readVerdict } from "@/lib/rating/judging/rules";
import { readAnswers } from "@/lib/rating/protocols/rules";
import { AdjudicationHistory } from "./adjudication-history";
import { CaseItem } from "./case-item";
import { caseWords } from "./case-words";
import { DiscussionThread } from "./discussion-thread";
import { CauseBadges, SeenRatings } from "./visible-ratings";
import classes from "./adjudication.module.css";
import {
  finalAnswersForm,
  finalForm,
  subjectOf,
  useAnswersDrafts,
  useCaseForm,
  useVerdictDrafts,
} from "./use-case-form";
import { useCommand } from "@/components/ui/use-command";
import { adjudicationDeskPage } from "@/lib/rating/adjudication/address";

interface SettledCaseProps {
  userId: number;
  view: CaseView;
  /** Where the reader, a rater of it, corrects the own verdict; null where that is not possible. */
  correctHref: string | null;
  maySupersede: boolean;
}

/** A disputed response with what was said of it, the final verdict if there is one, and the discussion. */
export function SettledCase({ userId, view, correctHref, maySupersede }: SettledCaseProps) {
  const [unfolded, setUnfolded] = useState(false);
  const [raw, setRaw] = useState(false);
  const [superseding, setSuperseding] = useState(false);
  return (
    <div className={desk.columns}>
      <article className={desk.item} aria-labelledby="rated-question">
        <CaseItem
          view={view}
          stale="These are the answers the raters used."
          raw={raw}
          onRaw={() => setRaw(!raw)}
          unfolded={unfolded}
          onUnfold={() => setUnfolded(!unfolded)}
          keys={false}
        />
        <DiscussionThread userId={userId} view={view} />
      </article>
      <section className={desk.side} aria-label="Adjudication">
        <div className={classes.causes}>
          <CauseBadges causes={view.causes} />
          <span className={classes.quiet}>{view.campaign.name}</span>
        </div>
        <AdjudicationHistory view={view} />
        <SeenRatings view={view} />
        {view.adjudications.length === 0 && correctHref !== null && (
          <p className={classes.quiet}>
            Pending adjudication. If the discussion changes your mind,{" "}
            <LinkAnchor href={correctHref} fz="inherit" underline="always">
              correct your rating
            </LinkAnchor>
            . Your first rating stays in the history, and exports mark the correction as made after
            all ratings were in.
          </p>
        )}
        {view.mayAdjudicate && (
          <Group>
            <LinkButton href={adjudicationDeskPage.href({ task: view.item.taskId })}>
              Adjudicate
            </LinkButton>
          </Group>
        )}
        {maySupersede &&
          view.adjudications.length > 0 &&
          (superseding ? (
            <SupersedeForm
              key={view.adjudications[0]!.id}
              userId={userId}
              view={view}
              onDone={() => setSuperseding(false)}
            />
          ) : (
            <Group>
              <Button variant="default" onClick={() => setSuperseding(true)}>
                Replace {caseWords(view).outcome}
              </Button>
            </Group>
          ))}
      </section>
    </div>
  );
}

interface SupersedeProps<View> {
  userId: number;
  view: View;
  onDone: () => void;
}

function SupersedeForm({ view, ...props }: SupersedeProps<CaseView>) {
  return view.protocol === null ? (
    <SupersedeVerdict view={view} {...props} />
  ) : (
    <SupersedeAnswers view={view} {...props} />
  );
}

function SupersedeVerdict({ userId, view, onDone }: SupersedeProps<VerdictCase>) {
  const standing = view.adjudications[0]!;
  const { form, change, drop } = useCaseForm(
    useVerdictDrafts(userId),
    view.item.taskId,
    finalForm(standing, ""),
  );
  const { verdict, problems } = readVerdict(form.verdict);
  return (
    <Superseding
      view={view}
      said={verdict && { verdict }}
      reason={form.comment}
      drop={drop}
      onDone={onDone}
    >
      {(tried) => (
        <VerdictForm
          form={form}
          onChange={change}
          problems={tried ? (problems ?? {}) : {}}
          keys={false}
          adjudicating
        />
      )}
    </Superseding>
  );
}

function SupersedeAnswers({ userId, view, onDone }: SupersedeProps<AnswersCase>) {
  const standing = view.adjudications[0]!;
  const { form, change, drop } = useCaseForm(
    useAnswersDrafts(userId, view),
    view.item.taskId,
    finalAnswersForm(view, standing.answers, ""),
  );
  const subject = subjectOf(view);
  const { answers, problems } = readAnswers(subject.definition, form.answers, 1);
  return (
    <Superseding
      view={view}
      said={answers && { answers }}
      reason={form.comment}
      drop={drop}
      onDone={onDone}
    >
      {(tried) => (
        <ProtocolFormView
          subject={subject}
          form={form}
          onChange={change}
          problems={tried ? (problems ?? {}) : {}}
          keys={false}
          differing={view.protocol.differing}
        />
      )}
    </Superseding>
  );
}

interface SupersedingProps {
  view: CaseView;
  /** Null: it is not complete. */
  said: Pick<Supersede, "answers" | "verdict"> | null;
  reason: string;
  /** Forgets what the device keeps of it. */
  drop: () => void;
  onDone: () => void;
  /** The form. @param tried a submission was tried */
  children: (tried: boolean) => ReactNode;
}

/** A form in which the final verdict is replaced. */
function Superseding({ view, said, reason, drop, onDone, children }: SupersedingProps) {
  const router = useRouter();
  const { final } = caseWords(view);
  const [tried, setTried] = useState(false);
  const done = () => {
    drop();
    onDone();
  };
  const replace = useCommand(replaceAdjudication, {
    title: `${final} not replaced`,
    done: { title: `${final} replaced`, message: "The history keeps what was replaced." },
    onDone: () => {
      done();
      router.refresh();
    },
  });
  const save = () => {
    setTried(true);
    if (said === null || reason.trim() === "") return;
    void replace.run({
      taskId: view.item.taskId,
      supersedes: view.adjudications[0]!.id,
      ...said,
      reason,
    });
  };
  return (
    <>
      {children(tried)}
      {tried && said !== null && reason.trim() === "" && (
        <p className={desk.problem} role="alert">
          Add a rationale.
        </p>
      )}
      <RefusalAlert of={replace} closable />
      <Group gap="xs">
        <Button loading={replace.pending} onClick={save}>
          Replace
        </Button>
        <Button variant="default" onClick={done}>
          Cancel
        </Button>
      </Group>
    </>
  );
}
