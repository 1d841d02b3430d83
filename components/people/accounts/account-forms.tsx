"use client";

import { Button, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { UNKNOWN_PASSWORD } from "@/lib/platform/lost-answers";
import { changePassword, renameSelf } from "@/lib/people/accounts/actions";
import {
  nameSchema,
  newPasswordSchema,
  PASSWORD_MIN_CHARACTERS,
} from "@/lib/people/accounts/schema";
import { checkWith } from "@/components/ui/form-check";
import { ProblemList } from "@/components/ui/problem-list";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";

export function NameForm({ name }: { name: string }) {
  const form = useForm({
    initialValues: { name },
    validateInputOnBlur: true,
    validate: { name: checkWith(nameSchema) },
  });
  const save = useCommand(renameSelf, {
    title: "Name not saved",
    form,
    done: "Name updated",
    refresh: true,
  });
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="own-name">
      <Title order={2} id="own-name" mb="sm">
        Name
      </Title>
      <RefusalAlert of={save} shownFields={["name"]} />
      <form onSubmit={form.onSubmit((values) => void save.run(values))} noValidate>
        <Stack gap="sm">
          <TextInput
            label="Your name"
            description="Shown next to your activity"
            autoComplete="name"
            {...form.getInputProps("name")}
          />
          <Group>
            <Button type="submit" loading={save.pending}>
              Save name
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

export function PasswordForm({ email }: { email: string }) {
  const form = useForm({
    initialValues: { currentPassword: "", newPassword: "", again: "" },
    validateInputOnBlur: ["newPassword"],
    validate: {
      currentPassword: (password) => (password === "" ? "Enter your current password." : null),
      newPassword: checkWith(newPasswordSchema),
      again: (again, values) => (again === values.newPassword ? null : "Passwords don't match."),
    },
  });
  const save = useCommand(changePassword, {
    title: "Password not changed",
    form,
    lost: UNKNOWN_PASSWORD,
    done: "Password changed. You've been signed out of other browsers.",
    onDone: () => form.reset(),
  });
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="own-password">
      <Title order={2} id="own-password" mb={4}>
        Password
      </Title>
      <Text c="dimmed" mb="sm">
        Changing your password signs you out of other browsers.
      </Text>
      <RefusalAlert of={save} shownFields={["currentPassword", "newPassword"]} />
      <form
        onSubmit={form.onSubmit(
          ({ currentPassword, newPassword }) => void save.run({ currentPassword, newPassword }),
        )}
        noValidate
      >
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
          <ProblemList />
          <Group>
            <Button type="submit" loading={save.pending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
