"use client";

import { Alert, Button, Group, Kbd, Text } from "@mantine/core";
import { IconClockRecord } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useCallback, useMemo, useRef, useState } from "react";
import { newClientKey } from "@/components/ui/client-key";
import { questionDraftKey } from "@/components/ui/device-keys";
import { GrowingTextarea } from "@/components/ui/growing-textarea";
import { LinkAnchor, LinkButton } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { notifications } from "@/components/ui/notifications";
import { ProblemList, showProblems } from "@/components/ui/problem-list";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { createQuestion, editQuestion } from "@/lib/dataset/questions/actions";
import { readCells } from "@/lib/dataset/questions/cells";
import { FORM_ORDER } from "@/lib/dataset/questions/fields";
import { changedFields, theirChanges } from "@/lib/dataset/questions/rules";
import type { Content } from "@/lib/dataset/questions/schema";
import type { Field } from "@/lib/dataset/questions/vocabulary";
import { countOf } from "@/lib/platform/format";
import { isUnknown } from "@/lib/platform/lost-answers";
import { checkValues } from "./check-values";
import { contentOf, EMPTY_VALUES, takeFrom, valuesOf } from "./form-values";
import { unchangedReview } from "./labels";
import type { Base, EditValues } from "./question-draft";
import { FieldControl } from "./field-controls";
import { NextReviewControl } from "./question-fields";
import classes from "./question-form.module.css";
import { StaleEdit } from "./stale-edit";
import { useQuestionDraft } from "./use-question-draft";
import { useQuestionForm } from "./use-question-form";
import { withQuery } from "@/lib/platform/address";
import { gridHref } from "@/lib/dataset/questions/grid";

interface QuestionFormProps {
  userId: number;
  /** The question and the revision to edit; null writes a new question. */
  question: { id: number; base: Base; reviewCell: string } | null;
  /** The grid's view that the person came from. */
  query: string;
}

/** Another person's revision that came first (StaleDetails of the command). */
interface Theirs {
  revisionId: number;
  number: number;
  by: string;
  at: string;
  comment: string;
  cells: string[];
}

/** Where each field stands, and what is said of it. */
const LAYOUT: Record<Field, { in: "texts" | "classes"; description?: string; required?: boolean }> =
  {
    question: { in: "texts", required: true },
    answers: {
      in: "texts",
      required: true,
      description:
        "The first is the primary answer; the others are also accepted (alternative names, date formats). Reorder with Alt+↑ and Alt+↓.",
    },
    sources: {
      in: "texts",
      description: "URLs that support the answer. Pasting several lines adds several entries.",
    },
    note: { in: "texts", description: "For a false premise: what is wrong with it" },
    falsePremise: { in: "classes", required: true },
    factType: { in: "classes", required: true },
    hops: { in: "classes", required: true },
    split: { in: "classes" },
    effectiveYear: { in: "classes", description: "Year the answer last changed" },
    nextReview: { in: "classes", required: true },
  };

const CONTENT = "content.";

/** Problems of the command's input by the paths of the form. */
const withoutPrefix = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(fields).map(([path, words]) => [path.replace(CONTENT, ""), words]),
  );

/**
 * Writes or edits a question. What is typed is checked as one goes by the server's own schema, kept on the device
 * until it is saved, and survives a reload, a lost connection and someone else's revision.
 */
export function QuestionForm({ userId, question, query }: QuestionFormProps) {
  const router = useRouter();
  const initial = useMemo<EditValues>(
    () => ({
      ...(question === null ? EMPTY_VALUES : valuesOf(question.base.content)),
      comment: "",
    }),
    [question],
  );
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  // A save whose answer was lost may have happened: the next refusal as stale may be our own revision.
  const uncertain = useRef(false);
  const clientKeyRef = useRef<string | undefined>(undefined);
  const title = "Not saved";
  const create = useCommand(createQuestion, { title });
  const edit = useCommand(editQuestion, { title });
  const { pending: busy, refusal, fields } = question === null ? create : edit;
  const form = useQuestionForm<EditValues, Content>({
    initial,
    check: checkValues,
    refused: useMemo(() => withoutPrefix(fields), [fields]),
    onChange: useCallback(() => {
      // Other words are another submission.
      clientKeyRef.current = undefined;
    }, []),
    onSubmit: (content) => void (busy || save(content, draft.base, form.values.comment)),
  });
  const { values, set, errors } = form;
  const draft = useQuestionDraft({
    place: questionDraftKey(userId, question?.id ?? null),
    opened: question?.base ?? null,
    ...{ initial, values, set, clientKeyRef },
  });
  const { base } = draft;

  const done = (questionId: number, number: number) => {
    draft.leave();
    notifications.show({
      color: "green",
      message: question === null ? `Q${questionId} added` : `Revision ${number} saved`,
    });
    router.push(withQuery(`/questions/${questionId}`, query));
  };

  const save = async (wanted: Content | null, on: Base | null, comment: string) => {
    create.dismiss();
    edit.dismiss();
    // The list of problems says the rest.
    if (wanted === null) return;
    // The key of a new question is kept with the draft, for a repeat after a reload.
    const result =
      question === null || on === null
        ? await create.run({ content: wanted, comment }, (clientKeyRef.current ??= newClientKey()))
        : await edit.run({
            questionId: question.id,
            baseRevisionId: on.revisionId,
            content: wanted,
            comment,
          });
    if (result === null) return;
    if (result.ok) return done(result.value.questionId, result.value.number);
    if (isUnknown(result.refusal)) {
      uncertain.current = true;
      draft.keep();
    }
    if (result.refusal.code !== "stale") return;
    edit.dismiss();
    const other = result.refusal.details as Theirs;
    const read = readCells(other.cells).content;
    // After a reload the key is another one: what is there now may be our own revision.
    if (
      uncertain.current &&
      read !== null &&
      changedFields({ ...read, nextReview: wanted.nextReview }, wanted).length === 0
    )
      return done(question!.id, other.number);
    setTheirs(other);
    window.scrollTo({ top: 0 });
  };

  const merge = useMemo(() => {
    if (theirs === null || base === null) return null;
    // Whatever is typed takes part, even while a field is not valid yet.
    const mine = form.value ?? (contentOf(values) as Content);
    return { mine, ...theirChanges(base, theirs, mine) };
  }, [theirs, base, form.value, values]);

  const back =
    question === null
      ? withQuery("/questions", query)
      : withQuery(`/questions/${question.id}`, query);
  const problems = Object.keys(errors).length;
  // The button that was pressed is gone, and the focus with it.
  const goToFirst = () => form.box.current?.querySelector("textarea")?.focus();
  const controlsIn = (part: "texts" | "classes") => (
    <div className={classes[part]}>
      {FORM_ORDER.filter((name) => LAYOUT[name].in === part).map((name) => {
        const { in: _, ...said } = LAYOUT[name];
        return name === "nextReview" ? (
          <NextReviewControl
            key={name}
            {...said}
            {...form.field(name)}
            unrecognized={
              question?.base.content.nextReview.policy === "unrecognized"
                ? unchangedReview(question.reviewCell)
                : undefined
            }
          />
        ) : (
          <FieldControl key={name} of={name} {...said} {...form.field(name)} />
        );
      })}
    </div>
  );

  return (
    <form
      className={classes.form}
      aria-label={question === null ? "New question" : `Edit Q${question.id}`}
      {...form.props}
    >
      {draft.restored !== null && (
        <Alert
          color="blue"
          mb="md"
          icon={<IconClockRecord aria-hidden />}
          title="Draft restored"
          role="status"
        >
          <Group gap="xs">
            <Text size="sm">
              Unsaved draft from <LocalTime iso={draft.restored} />
              {base !== null && question !== null && base.revisionId !== question.base.revisionId
                ? `. Revision ${question.base.number} was saved since then, and saving will show you the difference`
                : ""}
              .
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                form.begin(initial);
                draft.discard();
                setTheirs(null);
                goToFirst();
              }}
            >
              Discard draft
            </Button>
          </Group>
        </Alert>
      )}
      {theirs !== null && merge !== null && (
        <StaleEdit
          key={theirs.revisionId}
          theirs={theirs}
          changes={merge.changes}
          busy={busy}
          onMerge={(takeTheirs, saveNow) => {
            const next = takeFrom(merge.theirs, takeTheirs, values);
            const onTop: Base = {
              revisionId: theirs.revisionId,
              number: theirs.number,
              content: merge.theirs,
              cells: theirs.cells,
            };
            set(next);
            draft.setBase(onTop);
            setTheirs(null);
            if (!saveNow) return goToFirst();
            const { value } = checkValues(next);
            form.attempt();
            if (value === null) showProblems(form.box.current);
            else void save(value, onTop, values.comment);
          }}
        />
      )}

      <div className={classes.columns}>
        {controlsIn("texts")}
        {controlsIn("classes")}
      </div>

      <div className={classes.foot}>
        <RefusalAlert
          of={[create, edit]}
          shownFields={Object.keys(fields).filter((path) => path.startsWith(CONTENT))}
        >
          {refusal !== null && isUnknown(refusal) && (
            <Group gap="xs" mt="xs">
              <Button size="compact-sm" loading={busy} onClick={form.submit}>
                Try again
              </Button>
              {question === null && (
                <LinkAnchor href={gridHref({ q: values.question.trim().slice(0, 200) })} fz="sm">
                  Find in list
                </LinkAnchor>
              )}
            </Group>
          )}
        </RefusalAlert>
        <GrowingTextarea
          label={question === null ? "Reason" : "Reason for change"}
          description="Optional. Shown in the history."
          minRows={1}
          maxRows={5}
          maxLength={2000}
          value={values.comment}
          onChange={(event) => set({ comment: event.currentTarget.value })}
        />
        <ProblemList />
        <Group justify="space-between" mt="sm" gap="xs">
          <Text size="sm" c="dimmed" role="status">
            {form.attempted && problems > 0
              ? `Fix ${countOf(problems, "field")} to save.`
              : draft.keeping === "refused"
                ? "Drafts can't be stored on this device. Save before leaving."
                : draft.dirty && draft.keeping === "kept"
                  ? "Draft saved on this device"
                  : ""}
          </Text>
          <Group gap="xs">
            <Text size="xs" c="dimmed" visibleFrom="sm">
              <Kbd size="xs">Ctrl</Kbd>/<Kbd size="xs">⌘</Kbd> + <Kbd size="xs">Enter</Kbd>
            </Text>
            <LinkButton variant="default" href={back}>
              Cancel
            </LinkButton>
            <Button type="submit" loading={busy}>
              {question === null ? "Add question" : "Save"}
            </Button>
          </Group>
        </Group>
      </div>
    </form>
  );
}
