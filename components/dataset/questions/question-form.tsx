"use client";

import {
  Alert,
  Button,
  Checkbox,
  Group,
  Kbd,
  NativeSelect,
  NumberInput,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { notifications } from "@/components/ui/notifications";
import { IconClockRecord } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { LinkAnchor, LinkButton } from "@/components/ui/links";
import { newClientKey } from "@/components/ui/client-key";
import { questionDraftKey } from "@/components/ui/device-keys";
import { useCommand } from "@/components/ui/use-command";
import { useLeaveGuard } from "@/components/ui/use-leave-guard";
import { LocalTime } from "@/components/ui/local-time";
import { ProblemList } from "@/components/ui/problem-list";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { isUnknown } from "@/lib/platform/lost-answers";
import { createQuestion, editQuestion } from "@/lib/dataset/questions/actions";
import { readCells } from "@/lib/dataset/questions/cells";
import { withQuery } from "@/lib/dataset/questions/grid";
import { changedFields, mergeContent, theirChanges } from "@/lib/dataset/questions/rules";
import { REVIEW_POLICIES, SPLITS, type Content } from "@/lib/dataset/questions/schema";
import {
  checkForm,
  contentOf,
  dropDraft,
  EMPTY_FORM,
  formOf,
  readDraft,
  writeDraft,
  type Base,
  type FormValues,
} from "./question-draft";
import classes from "./question-form.module.css";
import { StaleEdit } from "./stale-edit";
import { QUESTION_FIELDS } from "@/lib/dataset/questions/fields";
import { REVIEW_WORDS } from "./labels";
import { countOf } from "@/lib/platform/format";
import { AnswerLines, EvidenceLines, FieldChoice } from "./question-fields";

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

const DRAFT_DELAY_MS = 400;

/**
 * Writes or edits a question. What is typed is checked as one goes by the server's own schema, kept on the device
 * until it is saved, and survives a reload, a lost connection and someone else's revision.
 */
export function QuestionForm({ userId, question, query }: QuestionFormProps) {
  const router = useRouter();
  const key = questionDraftKey(userId, question?.id ?? null);
  const initial = useMemo(
    () => (question === null ? EMPTY_FORM : formOf(question.base.content)),
    [question],
  );
  const [form, setForm] = useState<FormValues>(initial);
  const [base, setBase] = useState<Base | null>(question?.base ?? null);
  const [restored, setRestored] = useState<string | null>(null);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [attempted, setAttempted] = useState(false);
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const [keeping, setKeeping] = useState<"none" | "kept" | "refused">("none");
  // A save whose answer was lost may have happened: the next refusal as stale may be our own revision.
  const uncertain = useRef(false);
  const clientKey = useRef<string | undefined>(undefined);
  const title = "Not saved";
  const create = useCommand(createQuestion, { title });
  const edit = useCommand(editQuestion, { title });
  const { pending: busy, refusal, fields } = question === null ? create : edit;
  const left = useRef(false);
  const box = useRef<HTMLFormElement>(null);

  const { content, errors } = useMemo(() => checkForm(form), [form]);
  const dirty = useMemo(() => fingerprint(form) !== fingerprint(initial), [form, initial]);
  const set = useCallback((part: Partial<FormValues>) => {
    setForm((before) => ({ ...before, ...part }));
    // Other words are another submission.
    clientKey.current = undefined;
  }, []);
  const touch = useCallback(
    (path: string) =>
      setTouched((before) => (before.has(path) ? before : new Set(before).add(path))),
    [],
  );
  const errorOf = (path: string): string | undefined =>
    attempted || touched.has(path) ? (errors[path] ?? fields[`content.${path}`]) : undefined;

  // The draft: read once, then written a moment after each change and when the page goes away.
  const looked = useRef(false);
  useEffect(() => {
    if (looked.current) return;
    looked.current = true;
    const draft = readDraft(key);
    if (draft === null) return;
    if (fingerprint(draft.form) === fingerprint(initial)) return;
    // The device is an outside store that the server cannot know; it is read once the page is there.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    setForm(draft.form);
    clientKey.current = draft.clientKey;
    if (draft.base !== null) setBase(draft.base);
    setRestored(draft.savedAt);
  }, [key, initial]);
  const latest = useRef({ form, base, dirty });
  useEffect(() => {
    latest.current = { form, base, dirty };
  });
  const keep = useCallback(() => {
    const { form: typed, base: on, dirty: worth } = latest.current;
    if (left.current || !worth) return;
    setKeeping(
      writeDraft(key, {
        savedAt: new Date().toISOString(),
        form: typed,
        base: on,
        clientKey: clientKey.current,
      })
        ? "kept"
        : "refused",
    );
  }, [key]);
  useEffect(() => {
    if (!dirty) return;
    const timer = setTimeout(keep, DRAFT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [form, base, dirty, keep]);
  useEffect(() => {
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      keep();
    };
  }, [keep]);

  useLeaveGuard({ dirty, left, keep });

  const done = (questionId: number, number: number) => {
    left.current = true;
    dropDraft(key);
    notifications.show({
      color: "green",
      message: question === null ? `Q${questionId} added` : `Revision ${number} saved`,
    });
    router.push(withQuery(`/questions/${questionId}`, query));
  };

  const save = async (wanted: Content | null, on: Base | null, comment: string) => {
    setAttempted(true);
    create.dismiss();
    edit.dismiss();
    // The list of problems says the rest.
    if (wanted === null) return;
    // The key of a new question is kept with the draft, for a repeat after a reload.
    const result =
      question === null || on === null
        ? await create.run({ content: wanted, comment }, (clientKey.current ??= newClientKey()))
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
      keep();
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
  const submit = () => void save(content, base, form.comment);

  const merge = useMemo(() => {
    if (theirs === null || base === null) return null;
    // Whatever is typed takes part, even while a field is not valid yet.
    const mine = content ?? (contentOf(form) as Content);
    return { mine, ...theirChanges(base, theirs, mine) };
  }, [theirs, base, content, form]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !busy) {
      event.preventDefault();
      box.current?.requestSubmit();
    }
  };
  const back =
    question === null
      ? withQuery("/questions", query)
      : withQuery(`/questions/${question.id}`, query);
  const problems = Object.keys(errors).length;

  return (
    <form
      ref={box}
      className={classes.form}
      noValidate
      aria-label={question === null ? "New question" : `Edit Q${question.id}`}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {restored !== null && (
        <Alert
          color="blue"
          mb="md"
          icon={<IconClockRecord aria-hidden />}
          title="Draft restored"
          role="status"
        >
          <Group gap="xs">
            <Text size="sm">
              Unsaved draft from <LocalTime iso={restored} />
              {base !== null && question !== null && base.revisionId !== question.base.revisionId
                ? `. Revision ${question.base.number} was saved since then, and saving will show you the difference`
                : ""}
              .
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                dropDraft(key);
                setForm(initial);
                clientKey.current = undefined;
                setBase(question?.base ?? null);
                setRestored(null);
                setKeeping("none");
                setTheirs(null);
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
            const merged = mergeContent(merge.mine, merge.theirs, takeTheirs);
            const next = formOf(merged, form.comment);
            const onTop: Base = {
              revisionId: theirs.revisionId,
              number: theirs.number,
              content: merge.theirs,
              cells: theirs.cells,
            };
            setForm(next);
            setBase(onTop);
            setTheirs(null);
            if (saveNow) void save(checkForm(next).content, onTop, form.comment);
          }}
        />
      )}

      <div className={classes.columns}>
        <div className={classes.texts}>
          <Textarea
            label="Question"
            withAsterisk
            autosize
            minRows={2}
            maxRows={10}
            value={form.question}
            error={errorOf("question")}
            data-autofocus
            onChange={(event) => set({ question: event.currentTarget.value })}
            onBlur={() => touch("question")}
          />
          <AnswerLines
            description="The first is the primary answer; the others are also accepted (alternative names, date formats). Reorder with Alt+↑ and Alt+↓."
            lines={form.answers}
            onChange={(answers) => set({ answers })}
            errorOf={errorOf}
            onTouch={touch}
          />
          <EvidenceLines
            description="URLs that support the answer. Pasting several lines adds several entries."
            lines={form.sources}
            onChange={(sources) => set({ sources })}
            errorOf={errorOf}
            onTouch={touch}
          />
          <Textarea
            label="Note"
            description="For a false premise: what is wrong with it"
            autosize
            minRows={2}
            maxRows={10}
            value={form.note}
            error={errorOf("note")}
            onChange={(event) => set({ note: event.currentTarget.value })}
            onBlur={() => touch("note")}
          />
        </div>
        <div className={classes.classes}>
          {(["falsePremise", "factType", "hops"] as const).map((name) => (
            <FieldChoice<string>
              key={name}
              of={QUESTION_FIELDS[name]}
              required
              value={form[name]}
              error={errorOf(name)}
              onChange={(value) => set({ [name]: value })}
            />
          ))}
          <NativeSelect
            label={QUESTION_FIELDS.split.label}
            value={form.split}
            onChange={(event) => set({ split: event.currentTarget.value as FormValues["split"] })}
            data={[{ value: "none", label: "No split" }, ...SPLITS]}
          />
          <div>
            <NumberInput
              label="Effective year"
              description="Year the answer last changed"
              hideControls
              allowDecimal={false}
              allowNegative={false}
              maxLength={4}
              value={form.year}
              error={errorOf("effectiveYear.year") ?? errorOf("effectiveYear")}
              onChange={(value) => set({ year: String(value) })}
              onBlur={() => touch("effectiveYear.year")}
            />
            <Checkbox
              mt={6}
              size="xs"
              label={form.year === "" ? "Before this year" : `Before ${form.year}`}
              checked={form.before}
              onChange={(event) => set({ before: event.currentTarget.checked })}
            />
          </div>
          <div>
            <NativeSelect
              label={QUESTION_FIELDS.nextReview.label}
              withAsterisk
              value={form.reviewPolicy}
              error={errorOf("nextReview.policy")}
              onBlur={() => touch("nextReview.policy")}
              onChange={(event) =>
                set({ reviewPolicy: event.currentTarget.value as FormValues["reviewPolicy"] })
              }
              data={[
                ...(form.reviewPolicy === "" ? [{ value: "", label: "Choose…" }] : []),
                ...REVIEW_POLICIES.filter(
                  (value) =>
                    value !== "unrecognized" ||
                    question?.base.content.nextReview.policy === "unrecognized",
                ).map((value) => ({
                  value,
                  label:
                    value === "unrecognized"
                      ? `Keep current: ${question?.reviewCell.trim() || "not set"}`
                      : REVIEW_WORDS[value],
                })),
              ]}
            />
            {form.reviewPolicy === "on_date" && (
              <TextInput
                mt={6}
                type="date"
                label="Next review date"
                withAsterisk
                value={form.reviewOn}
                error={errorOf("nextReview.on")}
                onChange={(event) => set({ reviewOn: event.currentTarget.value })}
                onBlur={() => touch("nextReview.on")}
              />
            )}
          </div>
        </div>
      </div>

      <div className={classes.foot}>
        <RefusalAlert
          of={[create, edit]}
          shownFields={Object.keys(fields).filter((path) => path.startsWith("content."))}
        >
          {refusal !== null && isUnknown(refusal) && (
            <Group gap="xs" mt="xs">
              <Button size="compact-sm" loading={busy} onClick={submit}>
                Try again
              </Button>
              {question === null && (
                <LinkAnchor
                  href={`/questions?q=${encodeURIComponent(form.question.trim().slice(0, 200))}`}
                  fz="sm"
                >
                  Find in list
                </LinkAnchor>
              )}
            </Group>
          )}
        </RefusalAlert>
        <Textarea
          label={question === null ? "Reason" : "Reason for change"}
          description="Optional. Shown in the history."
          autosize
          minRows={1}
          maxRows={5}
          maxLength={2000}
          value={form.comment}
          onChange={(event) => set({ comment: event.currentTarget.value })}
        />
        <ProblemList />
        <Group justify="space-between" mt="sm" gap="xs">
          <Text size="sm" c="dimmed" role="status">
            {attempted && problems > 0
              ? `Fix ${countOf(problems, "field")} to save.`
              : keeping === "refused"
                ? "Drafts can't be stored on this device. Save before leaving."
                : dirty && keeping === "kept"
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

/** Returns the form's content as text, without the keys of its lines. */
function fingerprint(form: FormValues): string {
  return JSON.stringify({
    ...form,
    answers: form.answers.map((answer) => answer.text),
    sources: form.sources.map((source) => source.text),
  });
}
