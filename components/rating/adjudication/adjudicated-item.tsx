"use client";

import { Alert, Button, Group } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { formOf } from "@/components/rating/judging/rating-form";
import desk from "@/components/rating/judging/rating-desk.module.css";
import { RatingItemView } from "@/components/rating/judging/rating-item";
import { VerdictForm } from "@/components/rating/judging/verdict-form";
import { LinkAnchor, LinkButton } from "@/components/ui/links";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { replaceAdjudication } from "@/lib/rating/adjudication/actions";
import type { CaseView } from "@/lib/rating/adjudication/queries";
import { readVerdict } from "@/lib/rating/judging/rules";
import { AdjudicationHistory } from "./adjudication-history";
import { DiscussionThread } from "./discussion-thread";
import { CauseBadges, SeenRatings } from "./visible-ratings";
import classes from "./adjudication.module.css";
import { useCaseForm } from "./use-case-form";
import { useCommand } from "@/components/ui/use-command";

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
        {view.item.stale && (
          <Alert color="yellow" mb="sm" title="Answers have changed">
            These are the answers the raters used.
          </Alert>
        )}
        <RatingItemView
          item={view.item}
          raw={raw}
          onRaw={() => setRaw(!raw)}
          unfolded={unfolded}
          onUnfold={() => setUnfolded(!unfolded)}
          keys={false}
        />
        <DiscussionThread
          userId={userId}
          taskId={view.item.taskId}
          comments={view.comments}
          mayDiscuss={view.mayDiscuss}
          namesHidden={view.campaign.namesHidden}
        />
      </article>
      <section className={desk.side} aria-label="Verdicts">
        <div className={classes.causes}>
          <CauseBadges causes={view.causes} />
          <span className={classes.quiet}>{view.campaign.name}</span>
        </div>
        <AdjudicationHistory adjudications={view.adjudications} />
        <SeenRatings ratings={view.ratings} />
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
            <LinkButton href={`/adjudication/desk?task=${view.item.taskId}`}>Adjudicate</LinkButton>
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
                Replace verdict
              </Button>
            </Group>
          ))}
      </section>
    </div>
  );
}

function SupersedeForm({
  userId,
  view,
  onDone,
}: {
  userId: number;
  view: CaseView;
  onDone: () => void;
}) {
  const standing = view.adjudications[0]!;
  const router = useRouter();
  const { form, change, drop } = useCaseForm(
    userId,
    view,
    formOf({ ...standing, comment: "", lowConfidence: false, flagged: false }),
  );
  const [tried, setTried] = useState(false);
  const replace = useCommand(replaceAdjudication, {
    title: "Verdict not replaced",
    done: { title: "Verdict replaced", message: "The previous one is in the history." },
    onDone: () => {
      drop();
      onDone();
      router.refresh();
    },
  });
  const { verdict, problems } = readVerdict(form.verdict);
  const save = () => {
    setTried(true);
    if (verdict === null || form.comment.trim() === "") return;
    void replace.run({
      taskId: view.item.taskId,
      supersedes: standing.id,
      verdict,
      reason: form.comment,
    });
  };
  return (
    <>
      <VerdictForm
        form={form}
        onChange={change}
        problems={tried ? (problems ?? {}) : {}}
        keys={false}
        adjudicating
      />
      {tried && verdict !== null && form.comment.trim() === "" && (
        <p className={desk.problem} role="alert">
          Add a rationale.
        </p>
      )}
      <RefusalAlert of={replace} closable />
      <Group gap="xs">
        <Button loading={replace.pending} onClick={save}>
          Replace
        </Button>
        <Button
          variant="default"
          onClick={() => {
            drop();
            onDone();
          }}
        >
          Cancel
        </Button>
      </Group>
    </>
  );
}
