"use client";

import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { signIn } from "next-auth/react";
import { useState } from "react";
import type { AnyResult } from "@/lib/platform/result";
import { acceptInvitation, resetPassword } from "@/lib/people/accounts/actions";
import {
  nameSchema,
  newPasswordSchema,
  PASSWORD_MIN_CHARACTERS,
} from "@/lib/people/accounts/schema";
import { checkWith } from "@/components/ui/form-check";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand, type Command } from "@/components/ui/use-command";
import { ProblemList } from "@/components/ui/problem-list";

/** Accepts an invitation with a name and a password, then signs in. */
export function InvitationForm({ token, email }: { token: string; email: string }) {
  const accept = useCommand(acceptInvitation, { title: "Account not created" });
  return (
    <LinkForm
      email={email}
      withName
      button="Create account"
      command={accept}
      send={(values) => accept.run({ token, ...values })}
    />
  );
}

/** Sets a new password, then signs in. */
export function ResetForm({ token, email }: { token: string; email: string }) {
  const reset = useCommand(resetPassword, { title: "Password not set" });
  return (
    <LinkForm
      email={email}
      withName={false}
      button="Set password"
      command={reset}
      send={({ password }) => reset.run({ token, password })}
    />
  );
}

function LinkForm({
  email,
  withName,
  button,
  command,
  send,
}: {
  email: string;
  withName: boolean;
  button: string;
  command: Pick<Command, "refusal" | "title" | "turn" | "dismiss" | "pending">;
  send: (values: {
    name: string;
    password: string;
  }) => Promise<AnyResult<{ email: string }> | null>;
}) {
  /** From the answer on until another page is there. */
  const [leaving, setLeaving] = useState(false);
  const form = useForm({
    initialValues: { name: "", password: "", again: "" },
    validateInputOnBlur: ["name", "password"],
    validate: {
      name: (name) => (withName ? checkWith(nameSchema)(name) : null),
      password: checkWith(newPasswordSchema),
      again: (again, values) => (again === values.password ? null : "Passwords don't match."),
    },
  });
  const submit = async ({ name, password }: typeof form.values) => {
    const result = await send({ name, password });
    if (!result?.ok) return form.setErrors(result?.refusal.fields ?? {});
    setLeaving(true);
    // Where signing in fails, or its answer is lost, the page for it is the way on: the account is there.
    const answer = await signIn("credentials", {
      email: result.value.email,
      password,
      redirect: false,
    }).catch(() => null);
    window.location.assign(answer?.ok ? "/" : "/sign-in");
  };
  return (
    <>
      <RefusalAlert of={command} shownFields={["name", "password"]} />
      <form onSubmit={form.onSubmit((values) => void submit(values))} noValidate>
        <Stack gap="sm">
          <TextInput
            label="Email"
            type="email"
            size="md"
            value={email}
            readOnly
            autoComplete="username"
          />
          {withName && (
            <TextInput
              label="Your name"
              description="Shown next to your activity"
              size="md"
              autoComplete="name"
              required
              withAsterisk={false}
              {...form.getInputProps("name")}
            />
          )}
          <PasswordInput
            label="Password"
            description={`At least ${PASSWORD_MIN_CHARACTERS} characters. Try a passphrase.`}
            size="md"
            autoComplete="new-password"
            required
            withAsterisk={false}
            {...form.getInputProps("password")}
          />
          <PasswordInput
            label="Confirm password"
            size="md"
            autoComplete="new-password"
            required
            withAsterisk={false}
            {...form.getInputProps("again")}
          />
          <ProblemList />
          <Button type="submit" size="md" loading={command.pending || leaving} mt={4}>
            {button}
          </Button>
        </Stack>
      </form>
    </>
  );
}
