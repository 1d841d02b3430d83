"use client";

import { Paper, Radio, Stack, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import type { Refusal } from "@/lib/platform/result";
import { chooseMail } from "@/lib/people/notifications/actions";
import { MAIL_CHOICE_WORDS } from "@/lib/people/notifications/rules";
import { MAIL_CHOICES, type MailChoice } from "@/lib/people/notifications/schema";
import { useWrite } from "@/components/ui/use-write";

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
  const write = useWrite();
  const [chosen, setChosen] = useState(choice);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const choose = async (mail: MailChoice) => {
    const before = chosen;
    setChosen(mail);
    const result = await write(chooseMail, { mail });
    setRefusal(result.ok ? null : result.refusal);
    if (result.ok) notifications.show({ color: "green", message: "Saved" });
    else setChosen(before);
  };
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="own-mail">
      <Title order={2} id="own-mail" mb={4}>
        Email notifications
      </Title>
      <RefusalAlert refusal={refusal} title="Setting not saved" />
      <Radio.Group
        label={`Send notifications to ${email}`}
        value={chosen}
        onChange={(value) => void choose(value as MailChoice)}
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
