"use client";

import { Button, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { answerOf, UNKNOWN_PASSWORD } from "@/lib/platform/lost-answers";
import type { Refusal } from "@/lib/platform/result";
import { changePassword, renameSelf } from "@/lib/people/accounts/actions";
import {
  nameSchema,
  newPasswordSchema,
  PASSWORD_MIN_CHARACTERS,
} from "@/lib/people/accounts/schema";
import { checkWith } from "@/components/ui/form-check";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useWrite } from "@/components/ui/use-write";

export function NameForm({ name }: { name: string }) {
  const router = useRouter();
  const write = useWrite();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { name },
    validateInputOnBlur: true,
    validate: { name: checkWith(nameSchema) },
  });
  const save = async (values: { name: string }) => {
    setBusy(true);
    const result = await write(renameSelf, values);
    setBusy(false);
    setRefusal(result.ok ? null : result.refusal);
    if (!result.ok) return;
    notifications.show({ message: "Name updated", color: "green" });
    router.refresh();
  };
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="own-name">
      <Title order={2} id="own-name" mb="sm">
        Name
      </Title>
      <RefusalAlert refusal={refusal} shownFields={["name"]} />
      <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
        <Stack gap="sm">
          <TextInput
            label="Your name"
            description="Shown next to your activity"
            autoComplete="name"
            {...form.getInputProps("name")}
          />
          <Group>
            <Button type="submit" loading={busy}>
              Save name
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

export function PasswordForm({ email }: { email: string }) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { currentPassword: "", newPassword: "", again: "" },
    validateInputOnBlur: ["newPassword"],
    validate: {
      currentPassword: (password) => (password === "" ? "Enter your current password." : null),
      newPassword: checkWith(newPasswordSchema),
      again: (again, values) => (again === values.newPassword ? null : "Passwords don't match."),
    },
  });
  const save = async ({ currentPassword, newPassword }: typeof form.values) => {
    setBusy(true);
    const result = await answerOf(
      changePassword({ currentPassword, newPassword }),
      UNKNOWN_PASSWORD,
    );
    setBusy(false);
    setRefusal(result.ok ? null : result.refusal);
    if (!result.ok) {
      form.setErrors(result.refusal.fields ?? {});
      return;
    }
    form.reset();
    notifications.show({
      message: "Password changed. You've been signed out of other browsers.",
      color: "green",
    });
  };
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="own-password">
      <Title order={2} id="own-password" mb={4}>
        Password
      </Title>
      <Text c="dimmed" mb="sm">
        Changing your password signs you out of other browsers.
      </Text>
      <RefusalAlert refusal={refusal} shownFields={["currentPassword", "newPassword"]} />
      <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
        <Stack gap="sm">
          {/* Password managers want to know whose password this is. */}
          <input type="email" name="email" value={email} readOnly hidden autoComplete="username" />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps("currentPassword")}
          />
          <PasswordInput
            label="New password"
            description={`At least ${PASSWORD_MIN_CHARACTERS} characters. Try a passphrase.`}
            autoComplete="new-password"
            {...form.getInputProps("newPassword")}
          />
          <PasswordInput
            label="Confirm new password"
            autoComplete="new-password"
            {...form.getInputProps("again")}
          />
          <Group>
            <Button type="submit" loading={busy}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
