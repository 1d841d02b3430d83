"use client";

import {
  Alert,
  Anchor,
  Button,
  Fieldset,
  Group,
  Paper,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useDeferredValue, useId, useRef, useState } from "react";
import { ProtocolPreview } from "@/components/rating/judging/protocol-preview";
import { Link } from "@/components/ui/link";
import { ProblemList } from "@/components/ui/problem-list";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { createProtocol, saveProtocolVersion } from "@/lib/rating/protocols/actions";
import { createProtocolSchema, MAX_QUESTIONS } from "@/lib/rating/protocols/schema";
import type { ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";
import { KINDS_OF_UNIT } from "./labels";
import { definitionOf, newQuestion, withQuestion } from "./protocol-draft";
import classes from "./protocol-editor.module.css";
import { QuestionCard } from "./question-card";
import { QuestionFields } from "./question-fields";
import { RuleFields } from "./rule-fields";
import { ShownFields } from "./shown-fields";
import { useProtocolDraft, type Beginning } from "./use-protocol-draft";
import { useQuestions } from "./use-questions";

interface ProtocolEditorProps {
  /** Where what is typed is kept on the device. */
  draftKey: string;
  begin: Beginning;
  /** The protocol whose latest version is edited; null: a new one. */
  protocol: { protocolId: number; number: number; frozen: boolean } | null;
}

/** Writes what a protocol asks, beside the desk that it makes. */
export function ProtocolEditor({ draftKey, begin, protocol }: ProtocolEditorProps) {
  const router = useRouter();
  const form = useProtocolDraft(draftKey, begin);
  const { typed, change } = form;
  const { draft } = typed;
  const [tried, setTried] = useState(false);
  const read = definitionOf(draft);
  const box = useRef<HTMLFieldSetElement>(null);
  const questions = useQuestions(draft, form.setDraft, box);
  const previewTitle = useId();

  const title = "Protocol not saved";
  const leave = (protocolId: number) => {
    form.done();
    router.push(`/protocols/${protocolId}`);
    router.refresh();
  };
  const create = useCommand(createProtocol, {
    title,
    done: "Protocol added",
    onDone: ({ protocolId }) => leave(protocolId),
  });
  const edit = useCommand(saveProtocolVersion, {
    title,
    done: ({ number }) => `Version ${number} saved`,
    onDone: (_, { protocolId }) => leave(protocolId),
  });
  const name = createProtocolSchema.shape.name.safeParse(typed.name);
  const problems: Record<string, string> = { ...create.fields, ...read.errors };
  if (protocol === null && !name.success) problems.name = name.error.issues[0]!.message;
  // What contradicts the unit is said at once; what is merely not there yet, once someone has tried to save.
  const errorOf = (path: string) => (tried || path.endsWith(".kind") ? problems[path] : undefined);
  const isFaulty = (at: number) =>
    Object.keys(problems).some((path) => path.startsWith(`questions.${at}.`));

  const save = () => {
    setTried(true);
    if (read.definition === null || problems.name !== undefined) {
      questions.unfold(draft.questions.filter((_, at) => isFaulty(at)).map(({ id }) => id));
      return (protocol === null ? create : edit).refuse("Not saved. Fix the highlighted fields.");
    }
    const { definition } = read;
    if (protocol === null)
      return void create.run({ name: typed.name, note: typed.note, definition });
    void edit.run({
      protocolId: protocol.protocolId,
      base: { number: protocol.number, definition: begin.definition! },
      inPlace: !protocol.frozen,
      definition,
    });
  };
  const taken = (create.refusal?.details as { protocolId?: number } | undefined)?.protocolId;
  const shownFields = Object.keys(problems);

  return (
    <>
      <RefusalAlert of={[create, edit]} shownFields={shownFields} closable>
        {taken !== undefined && (
          <Anchor component={Link} href={`/protocols/${taken}`} display="block" mt="xs">
            View protocol
          </Anchor>
        )}
      </RefusalAlert>
      {form.restored !== null && (
        <Alert mb="md" title="Draft restored">
          {form.restored === "outdated"
            ? "The protocol was changed after you began. Saving replaces what it says now with your draft."
            : "What you typed before is back. It is not saved yet."}
          <div>
            <Button size="xs" variant="default" mt="xs" onClick={form.discard}>
              Discard draft
            </Button>
          </div>
        </Alert>
      )}
      <div className={classes.editor}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <Stack gap="md">
            {protocol === null && (
              <>
                <TextInput
                  label="Name"
                  description="Shown to raters and in reports"
                  required
                  value={typed.name}
                  onChange={(event) => change({ name: event.currentTarget.value })}
                  error={errorOf("name")}
                  autoComplete="off"
                />
                <Textarea
                  label="Note"
                  value={typed.note}
                  onChange={(event) => change({ note: event.currentTarget.value })}
                  error={errorOf("note")}
                  autosize
                  minRows={1}
                  maxRows={8}
                />
              </>
            )}
            <ShownFields
              draft={draft}
              onChange={(part) => form.setDraft({ ...draft, ...part })}
              errorOf={(path) => problems[path]}
            />
            <Fieldset legend="Questions" ref={box}>
              <Stack gap="sm">
                {draft.questions.map((question, at) => (
                  <QuestionCard
                    key={question.id}
                    question={question}
                    at={at}
                    count={draft.questions.length}
                    open={questions.open.has(question.id)}
                    faulty={tried && isFaulty(at)}
                    onToggle={() => questions.toggle(question.id)}
                    onMove={(by) => questions.move(question.id, by)}
                    onRemove={() => questions.remove(question.id)}
                  >
                    <QuestionFields
                      question={question}
                      at={at}
                      earlier={draft.questions.slice(0, at)}
                      unit={draft.unit}
                      onChange={(part) => form.setDraft(withQuestion(draft, question.id, part))}
                      errorOf={errorOf}
                    />
                  </QuestionCard>
                ))}
                {errorOf("questions") !== undefined && (
                  <Text fz="sm" c="red" role="alert">
                    {errorOf("questions")}
                  </Text>
                )}
                <Group>
                  <Button
                    variant="default"
                    leftSection={<IconPlus size={16} aria-hidden />}
                    disabled={draft.questions.length >= MAX_QUESTIONS}
                    onClick={() => questions.add(newQuestion(draft, KINDS_OF_UNIT[draft.unit][0]!))}
                  >
                    Add question
                  </Button>
                  {questions.removed !== null && (
                    <Button variant="subtle" onClick={questions.undo}>
                      Undo removal
                    </Button>
                  )}
                </Group>
                <Text fz="sm" c="dimmed" role="status">
                  {questions.said || "Alt+↑ and Alt+↓ move the question you are in."}
                </Text>
              </Stack>
            </Fieldset>
            <RuleFields
              draft={draft}
              onChange={(rules) => form.setDraft({ ...draft, rules })}
              errorOf={errorOf}
            />
            <ProblemList />
            <Group>
              <Button type="submit" loading={create.pending || edit.pending}>
                {protocol === null
                  ? "Add protocol"
                  : `Save version ${protocol.number + (protocol.frozen ? 1 : 0)}`}
              </Button>
              <Text fz="sm" c="dimmed">
                {form.dirty ? "Kept on this device until it is saved." : ""}
              </Text>
            </Group>
          </Stack>
        </form>
        <section className={classes.preview} aria-labelledby={previewTitle}>
          <Title order={2} id={previewTitle} size="h3" mb="xs">
            Preview
          </Title>
          <DeskPreview definition={read.definition} />
        </section>
      </div>
    </>
  );
}

/** The desk as the form makes it; of a form that is not complete, as the last complete one made it. */
function DeskPreview({ definition }: { definition: ProtocolDefinition | null }) {
  const said = definition && JSON.stringify(definition);
  const [last, setLast] = useState(said);
  if (said !== null && said !== last) setLast(said);
  // Typing comes first.
  const shown = useDeferredValue(last);
  return (
    <Stack gap="xs">
      <Text fz="sm" c="dimmed" role="status">
        {definition === null
          ? "Some fields are still incomplete. They appear here once they are filled in."
          : "With the keys of the desk, while no field has the focus."}
      </Text>
      {shown !== null && (
        <Paper withBorder p="sm">
          <ProtocolPreview definition={JSON.parse(shown) as ProtocolDefinition} />
        </Paper>
      )}
    </Stack>
  );
}
