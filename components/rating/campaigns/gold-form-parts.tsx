import { Alert, Button, Group, List, Radio, Text, Textarea, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { LocalTime } from "@/components/ui/local-time";

/** Answers that an item can be settled by, with what was settled by them. */
export interface AnswerChoice {
  by: "release" | "present";
  answers: string[];
  note: string;
  falsePremise?: boolean;
  gold: { setBy: string; createdAt: string } | null;
}

interface GoldSubjectProps {
  question: string;
  release: string;
  choices: readonly AnswerChoice[];
  at: number;
  onChoose: (at: number) => void;
  /** What is rated. */
  children: ReactNode;
}

/** What gold is of: the question with its correct answers, of which there may be two versions, and what is rated. */
export function GoldSubject({
  question,
  release,
  choices,
  at,
  onChoose,
  children,
}: GoldSubjectProps) {
  const chosen = choices[at]!;
  return (
    <>
      <section aria-labelledby="question">
        <Title order={2} id="question" size="h3">
          Question
        </Title>
        <Text fz="lg">{question}</Text>
      </section>
      <section aria-labelledby="answers">
        <Title order={2} id="answers" size="h3">
          Correct answers
        </Title>
        {choices.length > 1 && (
          <Radio.Group
            label="Answer version"
            description="The answers have changed since the release. Gold counts only where the same answers are used. Gold for the other answers is kept."
            value={chosen.by}
            onChange={(by) => onChoose(choices.findIndex((choice) => choice.by === by))}
            mt={6}
            mb="sm"
          >
            <Group gap="lg" mt={6}>
              <Radio value="release" label={`Release ${release}`} />
              <Radio value="present" label="Current version" />
            </Group>
          </Radio.Group>
        )}
        <List>
          {chosen.answers.map((answer) => (
            <List.Item key={answer}>{answer}</List.Item>
          ))}
        </List>
        {choices.some(({ falsePremise }) => falsePremise !== chosen.falsePremise) && (
          <Text mt={4}>{chosen.falsePremise ? "False premise" : "Valid premise"}</Text>
        )}
        {chosen.note.trim() !== "" && (
          <Text fz="sm" c="dimmed" mt={4}>
            {chosen.note}
          </Text>
        )}
      </section>
      {children}
    </>
  );
}

/** Who settled it, or that it was settled by other answers only. */
export function GoldOrigin({
  gold,
  standing,
}: Pick<AnswerChoice, "gold"> & { standing: string | null }) {
  if (gold !== null)
    return (
      <Text fz="sm" c="dimmed">
        Set by {gold.setBy}, <LocalTime iso={gold.createdAt} />
      </Text>
    );
  return standing === null ? null : (
    <Alert color="yellow">
      This was set for other answers. Saving sets it for these answers, too.
    </Alert>
  );
}

interface GoldEndProps {
  explanation: string;
  onExplain: (text: string) => void;
  standing: string | null;
  inUse: boolean;
  saving: boolean;
  removing: boolean;
  onRemove: () => void;
}

/** The end of a form of gold: explanation, saving, removing. */
export function GoldEnd({
  explanation,
  onExplain,
  standing,
  inUse,
  saving,
  removing,
  onRemove,
}: GoldEndProps) {
  return (
    <>
      <Textarea
        label="Explanation"
        description="Visible to maintainers only"
        value={explanation}
        onChange={(event) => onExplain(event.currentTarget.value)}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={5000}
      />
      <Group gap="xs">
        <Button type="submit" loading={saving}>
          {standing === null ? "Mark as gold" : "Save"}
        </Button>
        {standing !== null && (
          <Button
            variant="subtle"
            color="red"
            loading={removing}
            disabled={inUse}
            onClick={onRemove}
          >
            Remove gold
          </Button>
        )}
      </Group>
      {inUse && (
        <Text fz="sm" c="dimmed">
          Used in a campaign, so it can&apos;t be removed. You can still change it.
        </Text>
      )}
    </>
  );
}
