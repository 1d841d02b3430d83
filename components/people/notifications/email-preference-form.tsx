"use client";

import { Paper, Radio, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { chooseMail } from "@/lib/people/notifications/actions";
import { MAIL_CHOICE_WORDS } from "@/lib/people/notifications/rules";
import { MAIL_CHOICES, type MailChoice } from "@/lib/people/notifications/schema";
import { useCommand } from "@/components/ui/use-command";

/** Whether and when one gets notices by email; saved as soon as it is chosen. */
export function MailChoiceForm({
  choice,
  email,
  configured,
}: {
  choice: MailChoice;
  email: string;
  configured: boolean;
}) {
  const [chosen, setChosen] = useState(choice);
  const save = useCommand(chooseMail, {
    title: "Setting not saved",
    done: "Saved",
    onRefused: () => setChosen(chosen),
  });
  const choose = (mail: MailChoice) => {
    setChosen(mail);
    void save.run({ mail });
  };
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="own-mail">
      <Title order={2} id="own-mail" mb={4}>
        Email notifications
      </Title>
      <RefusalAlert of={save} />
      <Radio.Group
        label={`Send notifications to ${email}`}
        value={chosen}
        onChange={(value) => choose(value as MailChoice)}
      >
        <Stack gap={12} mt="xs">
          {MAIL_CHOICES.map((value) => (
            <Radio key={value} size="sm" value={value} label={MAIL_CHOICE_WORDS[value]} />
          ))}
        </Stack>
      </Radio.Group>
      {!configured && (
        <Text c="dimmed" fz="sm" mt="xs">
          Email is not configured on this server. Your setting takes effect once it is.
        </Text>
      )}
    </Paper>
  );
}
