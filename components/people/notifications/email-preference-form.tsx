"use client";

import { Paper, Radio, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { updateEmailPreference } from "@/lib/people/notifications/actions";
import { MAIL_CHOICE_WORDS } from "@/lib/people/notifications/rules";
import { EMAIL_PREFERENCES, type EmailPreference } from "@/lib/people/notifications/schema";
import { useCommand } from "@/components/ui/use-command";

/** Whether and when one gets notices by email; saved as soon as it is chosen. */
export function MailChoiceForm({
  choice,
  email,
  configured,
}: {
  choice: EmailPreference;
  email: string;
  configured: boolean;
}) {
  const [chosen, setChosen] = useState(choice);
  const save = useCommand(updateEmailPreference, {
    title: "Setting not saved",
    done: "Saved",
    onRefused: () => setChosen(chosen),
  });
  const choose = (mail: EmailPreference) => {
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
        onChange={(value) => choose(value)}
      >
        <Stack gap={12} mt="xs">
          {EMAIL_PREFERENCES.map((value) => (
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
