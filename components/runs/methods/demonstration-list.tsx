import { Badge, Group, Paper, Stack, Text } from "@mantine/core";
import { CategoryBadge } from "@/components/dataset/questions/badges";
import { LinkAnchor } from "@/components/ui/links";
import type { DemonstrationView } from "@/lib/runs/generation/queries";

const AGED: Record<NonNullable<DemonstrationView["aged"]>, string> = {
  "answer changed": "Answer changed since",
  "review due": "Review due",
  "expected change passed": "Expected to have changed",
};

/** Demonstrations in their order; those that may be wrong by now are marked. */
export function DemonstrationList({
  demonstrations,
}: {
  demonstrations: readonly DemonstrationView[];
}) {
  return (
    <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: "none" }}>
      {demonstrations.map((one, index) => (
        <Paper key={index} component="li" withBorder p="md">
          <Group gap="xs" mb={4}>
            <Text fz="sm" c="dimmed" className="tabular">
              {index + 1}
            </Text>
            {one.category && <CategoryBadge category={one.category} />}
            {one.aged && <Badge color="yellow">{AGED[one.aged]}</Badge>}
            {one.questionId !== null && (
              <LinkAnchor href={`/questions/${one.questionId}`} fz="sm">
                {`Q${one.questionId}`}
              </LinkAnchor>
            )}
          </Group>
          <Text fw={550}>{one.question}</Text>
          <Text>{one.short}</Text>
          {one.long !== "" && (
            <Text fz="sm" c="dimmed">
              Long answer: {one.long}
            </Text>
          )}
          {one.reasoning !== "" && (
            <Text fz="sm" c="dimmed">
              Reasoning: {one.reasoning}
            </Text>
          )}
          {one.followUps.map((followUp, at) => (
            <Text key={at} fz="sm" c="dimmed">
              Follow-up: {followUp.question} {followUp.answer}
            </Text>
          ))}
        </Paper>
      ))}
    </Stack>
  );
}
