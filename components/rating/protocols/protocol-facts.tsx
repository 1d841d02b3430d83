import { Badge, Group, List, ListItem, Stack, Text, Title } from "@mantine/core";
import { Facts } from "@/components/runs/facts";
import { isChoice } from "@/lib/rating/protocols/rules";
import type { ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";
import { KIND_WORDS, MARKS_WORDS, ruleWords, shownWords, traitsOf, UNIT_WORDS } from "./labels";

/** What a version of a protocol asks, in words. */
export function ProtocolFacts({ definition }: { definition: ProtocolDefinition }) {
  const { unit, shows, questions } = definition;
  const rules = ruleWords(definition);
  return (
    <Stack gap="md">
      <Facts
        facts={[
          ["Rated at a time", UNIT_WORDS[unit]],
          ["Shown with the question", shownWords(shows)],
          ["Citation marks", MARKS_WORDS[shows.marks]],
        ]}
      />
      <Stack component="ol" gap="md" m={0} pl="lg">
        {questions.map((question) => (
          <li key={question.key}>
            <Group gap="xs">
              <Title order={3} fz="md">
                {question.label}
              </Title>
              <Badge variant="light">{KIND_WORDS[question.kind]}</Badge>
              <Text fz="sm" c="dimmed" ff="monospace">
                {question.key}
              </Text>
            </Group>
            {question.help !== "" && <Text>{question.help}</Text>}
            {isChoice(question) && (
              <List fz="sm" mt={4} listStyleType="none">
                {question.levels.map(({ value, label, meaning }) => (
                  <ListItem key={value}>
                    <b className="tabular">{value}</b> {label}
                    {meaning !== "" && `: ${meaning}`}
                  </ListItem>
                ))}
              </List>
            )}
            <Text fz="sm" c="dimmed">
              {traitsOf(question, questions).join(" · ")}
            </Text>
          </li>
        ))}
      </Stack>
      {rules.length > 0 && (
        <div>
          <Title order={3} fz="md">
            Rules
          </Title>
          <List fz="sm">
            {rules.map((rule) => (
              <ListItem key={rule}>{rule}</ListItem>
            ))}
          </List>
        </div>
      )}
    </Stack>
  );
}
