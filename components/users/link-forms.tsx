"use client";

import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { signIn } from "next-auth/react";
import { useState } from "react";
import type { Refusal, Result } from "@/lib/platform/result";
import { acceptInvitation, resetPassword } from "@/lib/users/actions";
import { nameSchema, newPasswordSchema, PASSWORD_MIN_CHARACTERS } from "@/lib/users/schema";
import { checkWith } from "../ui/form-check";
import { RefusalAlert } from "../ui/refusal-alert";

/** Accepts an invitation with a name and a password, then signs in. */
export function InvitationForm({ token, email }: { token: string; email: string }) {
  return <LinkForm email={email} withName button="Join the workbench" send={(values) => acceptInvitation({ token, ...values })} />;
}

/** Sets a new password, then signs in. */
export function ResetForm({ token, email }: { token: string; email: string }) {
  return <LinkForm email={email} withName={false} button="Set the password" send={({ password }) => resetPassword({ token, password })} />;
}

function LinkForm({ email, withName, button, send }: { email: string; withName: boolean; button: string; send: (values: { name: string; password: string }) => Promise<Result<{ email: string }>> }) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { name: "", password: "", again: "" },
    validateInputOnBlur: ["name", "password"],
    validate: {
      name: (name) => (withName ? checkWith(nameSchema)(name) : null),
      password: checkWith(newPasswordSchema),
      again: (again, values) => (again === values.password ? null : "The two passwords differ."),
    },
  });
  const submit = async ({ name, password }: typeof form.values) => {
    setBusy(true);
    setRefusal(null);
    try {
      const result = await send({ name, password });
      if (result.ok) {
        const answer = await signIn("credentials", { email: result.value.email, password, redirect: false });
        window.location.assign(answer?.ok ? "/" : "/sign-in");
        return;
      }
      setRefusal(result.refusal);
      form.setErrors(result.refusal.fields ?? {});
    } catch {
      setRefusal({ code: "unreachable", message: "The server did not answer. Check the connection, then try again; what you typed is still here." });
    }
    setBusy(false);
  };
  return (
    <>
      <RefusalAlert refusal={refusal} shownFields={["name", "password"]} />
      <form onSubmit={form.onSubmit((values) => void submit(values))} noValidate>
        <Stack gap="sm">
          <TextInput label="E-mail" type="email" size="md" value={email} readOnly autoComplete="username" />
          {withName && <TextInput label="Your name" description="Others see it beside what you do." size="md" autoComplete="name" required withAsterisk={false} {...form.getInputProps("name")} />}
          <PasswordInput label="Password" description={`At least ${PASSWORD_MIN_CHARACTERS} characters; a few words are easy to remember.`} size="md" autoComplete="new-password" required withAsterisk={false} {...form.getInputProps("password")} />
          <PasswordInput label="Password once more" size="md" autoComplete="new-password" required withAsterisk={false} {...form.getInputProps("again")} />
          <Button type="submit" size="md" loading={busy} mt={4}>{button}</Button>
        </Stack>
      </form>
    </>
  );
}
