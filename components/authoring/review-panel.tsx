"use client";

import {
  Alert,
  Button,
  Group,
  Kbd,
  NativeSelect,
  Radio,
  Stack,
  Text,
  Textarea,
} from "@mantine/core";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { claimNext, claimSubmission, decide, releaseSubmission } from "@/lib/authoring/actions";
import {
  DRAFT_FIELDS,
  DRAFT_WORDS,
  REJECTION_REASONS,
  type DraftField,
  type RejectionReason,
  type DecisionOutcome,
} from "@/lib/authoring/schema";
import type { CodeOf, Refusal } from "@/lib/platform/result";
import { SPLITS, type Split } from "@/lib/dataset/questions/vocabulary";
import classes from "./authoring.module.css";
import { reviewToken } from "./review-token";
import { REASON_WORDS } from "./labels";
import { useCommand } from "@/components/ui/use-command";
import { answerOf, UNREACHABLE } from "@/lib/platform/lost-answers";
import { DraftRestored, useKeptValues } from "@/components/ui/use-kept-form";
import { submissionsPage } from "@/lib/authoring/address";

interface ReviewPanelProps {
  submissionId: number;
  round: number;
  /** Why it would not pass the form any more. */
  errors: Record<string, string>;
}

/** Where one goes on when nothing is left to claim. */
const QUEUE_HREF = submissionsPage.path;

/** Decides on a submission while this window holds it: accept, return with comments on fields, or reject. */
export function ReviewPanel({ submissionId, round, errors }: ReviewPanelProps) {
  const router = useRouter();
  const wrong = Object.values(errors);
  const claim = useClaim(submissionId);
  const [outcome, setOutcome] = useState<DecisionOutcome | "">("");
  const [split, setSplit] = useState<Split | "none" | "balanced">("balanced");
  const [reason, setReason] = useState<RejectionReason | "">("");
  const [comment, setComment] = useState("");
  const [fields, setFields] = useState<{ field: DraftField; body: string }[]>([]);
  const kept = useKeptValues<{
    outcome: typeof outcome;
    split: typeof split;
    reason: typeof reason;
    comment: string;
    fields: typeof fields;
  }>({
    of: ["review", `${submissionId}.${round}`],
    values: { outcome, split, reason, comment, fields },
    initial: {
      outcome: "",
      split: "balanced",
      reason: "",
      comment: "",
      fields: [] as typeof fields,
    },
    set: (values) => {
      // What was chosen may not be possible any more.
      setOutcome(values.outcome === "accepted" && wrong.length > 0 ? "" : values.outcome);
      setSplit(values.split);
      setReason(values.reason);
      setComment(values.comment);
      setFields(values.fields);
    },
  });
  /** From the decision on until another page is there. */
  const [leaving, setLeaving] = useState(false);
  const next = useCommand(claimNext, {
    reads: true,
    onDone: (claimed) =>
      router.push(
        claimed.submissionId === null ? QUEUE_HREF : `/submissions/${claimed.submissionId}`,
      ),
    onRefused: () => router.push(QUEUE_HREF),
  });
  const decision = useCommand(decide, {
    kept,
    title: "Decision not saved",
    done: ({ questionId, split: got }, said) => ({
      title:
        said.outcome === "accepted"
          ? `Accepted as Q${questionId} · ${got ?? "no split"}`
          : said.outcome === "returned"
            ? "Returned to author"
            : "Rejected",
      message: "The author has been notified.",
    }),
    onDone: () => {
      setLeaving(true);
      void next.run({ token: reviewToken(), after: [submissionId] });
    },
  });
  const busy = decision.pending || leaving;
  const box = useRef<HTMLDivElement>(null);

  const submit = () => {
    if (outcome === "" || busy) return;
    const common = { submissionId, round, token: reviewToken(), comment };
    void decision.run(
      outcome === "accepted"
        ? { outcome, ...common, split }
        : outcome === "returned"
          ? { outcome, ...common, fieldComments: fields.filter((one) => one.body.trim() !== "") }
          : { outcome, ...common, reason: reason as RejectionReason },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit();
    }
  };

  if (claim.refusal !== null) {
    return (
      <Alert
        color="blue"
        title={claim.refusal.code === "held" ? "Someone else is reviewing this" : "Already decided"}
        role="status"
      >
        {claim.refusal.message}
      </Alert>
    );
  }
  return (
    <div
      ref={box}
      className={classes.panel}
      role="group"
      aria-label="Decision"
      onKeyDown={onKeyDown}
    >
      <h2>Your decision</h2>
      <Text size="sm" role="status" c="dimmed">
        {claim.held ? "Reserved for you while this page is open." : "Reserving…"}
      </Text>
      <DraftRestored of={kept} />
      <RefusalAlert of={decision} title="Decision not saved" shownFields={["comment", "reason"]} />
      <Radio.Group label="Decision" value={outcome} onChange={(value) => setOutcome(value)}>
        <Stack gap={12} mt={6}>
          <Radio
            size="sm"
            value="accepted"
            label="Accept into dataset"
            disabled={wrong.length > 0}
          />
          <Radio size="sm" value="returned" label="Request changes" />
          <Radio size="sm" value="rejected" label="Reject" />
        </Stack>
      </Radio.Group>
      {wrong.length > 0 && (
        <p className={classes.error}>Can&apos;t be accepted yet: {wrong.join(" ")}</p>
      )}
      {outcome === "accepted" && (
        <NativeSelect
          label="Split"
          description="Automatic: randomly, where this category is furthest below target."
          value={split}
          onChange={(event) => setSplit(event.currentTarget.value as typeof split)}
          data={[
            { value: "balanced", label: "Automatic (balanced)" },
            ...SPLITS,
            { value: "none", label: "No split" },
          ]}
        />
      )}
      {outcome === "rejected" && (
        <NativeSelect
          label="Reason"
          withAsterisk
          value={reason}
          error={decision.fields.reason}
          onChange={(event) => setReason(event.currentTarget.value as RejectionReason)}
          data={[
            { value: "", label: "Choose…" },
            ...REJECTION_REASONS.map((value) => ({ value, label: REASON_WORDS[value] })),
          ]}
        />
      )}
      {outcome === "returned" && (
        <>
          {fields.map((one, i) => (
            <Textarea
              key={one.field}
              label={`About: ${DRAFT_WORDS[one.field]}`}
              autosize
              minRows={2}
              value={one.body}
              onChange={(event) =>
                setFields(
                  fields.map((other, j) =>
                    j === i ? { ...other, body: event.currentTarget.value } : other,
                  ),
                )
              }
            />
          ))}
          {fields.length < DRAFT_FIELDS.length && (
            <NativeSelect
              label="Comment on a field"
              value=""
              onChange={(event) => {
                const field = DRAFT_FIELDS.find((one) => one === event.currentTarget.value);
                if (field) setFields([...fields, { field, body: "" }]);
              }}
              data={[
                { value: "", label: "Choose a field…" },
                ...DRAFT_FIELDS.filter((field) => !fields.some((one) => one.field === field)).map(
                  (value) => ({ value, label: DRAFT_WORDS[value] }),
                ),
              ]}
            />
          )}
        </>
      )}
      {outcome !== "" && (
        <Textarea
          label={outcome === "returned" ? "Overall comment" : "Message to author"}
          autosize
          minRows={2}
          maxRows={10}
          value={comment}
          error={decision.fields.comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
      )}
      <Group gap="sm">
        <Button
          disabled={
            outcome === "" ||
            !claim.held ||
            (outcome === "rejected" && reason === "") ||
            (outcome === "accepted" && wrong.length > 0)
          }
          loading={busy}
          onClick={() => submit()}
        >
          {outcome === "accepted"
            ? "Accept"
            : outcome === "returned"
              ? "Request changes"
              : outcome === "rejected"
                ? "Reject"
                : "Submit decision"}
        </Button>
        <Text size="sm" c="dimmed">
          <Kbd size="xs">Ctrl/⌘</Kbd> <Kbd size="xs">Enter</Kbd>
        </Text>
      </Group>
    </div>
  );
}

/** Whether a refusal says that this window has nothing to decide here; else it is tried again. */
const NOTHING_TO_DECIDE = {
  held: true,
  own: true,
  decided: true,
  "not-found": true,
  "access-denied": true,
  invalid: false,
  "signed-out": false,
  failed: false,
  unavailable: false,
  network: false,
  "unknown-outcome": false,
} satisfies Record<CodeOf<typeof claimSubmission> | "network", boolean>;

/** A third of what a lease lasts. */
const RENEW_MS = 40_000;

/** Holds the submission for as long as the page is open, and gives it back when it goes. */
function useClaim(submissionId: number): { held: boolean; refusal: Refusal | null } {
  const [state, setState] = useState<{ held: boolean; refusal: Refusal | null }>({
    held: false,
    refusal: null,
  });
  useEffect(() => {
    let gone = false;
    const token = reviewToken();
    const hold = async () => {
      const result = await answerOf(claimSubmission({ token, submissionId }), UNREACHABLE);
      // A server that cannot be reached, or cannot answer, does not take it away before the lease runs out.
      if (gone || (!result.ok && !NOTHING_TO_DECIDE[result.refusal.code])) return;
      setState(
        result.ok ? { held: true, refusal: null } : { held: false, refusal: result.refusal },
      );
    };
    void hold();
    const timer = setInterval(() => void hold(), RENEW_MS);
    return () => {
      gone = true;
      clearInterval(timer);
      void answerOf(releaseSubmission({ token, submissionId }), UNREACHABLE);
    };
  }, [submissionId]);
  return state;
}
