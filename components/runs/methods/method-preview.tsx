import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { LinkAnchor } from "@/components/ui/links";
import { formatCount } from "@/lib/platform/format";
import type { PromptPreview } from "@/lib/runs/generation/preview";
import { PromptMessages } from "@/components/runs/traces/prompt-messages";

interface MethodPreviewProps {
  /** Of the page. */
  address: string;
  question: { questionId: number; question: string } | null;
  /** The question that the address asks for; null: none. */
  asked: number | null;
  preview: PromptPreview | null;
}

/** The exact first prompt of a method for a question of the dataset, with stand-ins for evidence. */
export function MethodPreview({ address, question, asked, preview }: MethodPreviewProps) {
  return (
    <Stack gap="sm">
      <form action={address}>
        <Group align="flex-end" gap="sm">
          <TextInput
            key={question?.questionId}
            label="Question ID"
            name="question"
            defaultValue={question ? `Q${question.questionId}` : ""}
            placeholder="Q17"
            w={140}
            error={question === null && asked !== null && "No such question"}
          />
          <Button type="submit" variant="default">
            Show prompt
          </Button>
        </Group>
      </form>
      {question === null || preview === null ? (
        <Text fz="sm">{asked === null ? "No questions yet" : "Question not found"}</Text>
      ) : (
        <div>
          <LinkAnchor href={`/questions/${question.questionId}`}>{question.question}</LinkAnchor>
          {preview.searches.length > 0 && (
            <Text fz="sm" c="dimmed">
              Searches before this prompt: {formatCount(preview.searches.length)}
              {preview.searches.length > 1 && ", those of demonstrations once per job"}. Evidence in
              brackets is a placeholder.
            </Text>
          )}
          {preview.messages === null ? (
            <Text fz="sm" mt="xs">
              No model is asked. The response is the answer box, else the snippet of the first
              result.
            </Text>
          ) : (
            <PromptMessages messages={preview.messages} />
          )}
        </div>
      )}
    </Stack>
  );
}
