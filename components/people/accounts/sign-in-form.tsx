"use client";

import { Button, PasswordInput, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRef, useState } from "react";
import type { Refusal } from "@/lib/platform/result";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import classes from "./sign-in-form.module.css";
import { sendSignIn } from "./own-session";
import { ProviderButtons } from "./provider-buttons";
import { ProblemList } from "@/components/ui/problem-list";

interface SignInFormProps {
  /** A path of this site, checked by the server. */
  callbackPath: string;
  /** The code that a provider's way back brought along. */
  error: string | null;
  providers: { id: string; name: string }[];
  samples: { name: string; email: string; roles: string[] }[];
  samplePassword: string;
}

export function SignInForm({
  callbackPath,
  error,
  providers,
  samples,
  samplePassword,
}: SignInFormProps) {
  const [refusal, setRefusal] = useState<Refusal | null>(error === null ? null : refusalFor(error));
  const [busy, setBusy] = useState(false);
  const submit = useRef<HTMLButtonElement>(null);
  const form = useForm({
    initialValues: { email: "", password: "" },
    validate: {
      email: (email) => (email.trim() === "" ? "Enter your email." : null),
      password: (password) => (password === "" ? "Enter your password." : null),
    },
  });

  const send = async (values: typeof form.values) => {
    setBusy(true);
    setRefusal(null);
    const answer = await sendSignIn(values, callbackPath);
    if (answer.done) {
      // A full load: everything that was shown to someone else, or to no one, is gone.
      window.location.assign(callbackPath);
      return;
    }
    setRefusal(answer.refusal ?? refusalFor(answer.error ?? "failed"));
    setBusy(false);
  };

  return (
    <>
      <RefusalAlert refusal={refusal} title="Couldn't sign in" />
      <form onSubmit={form.onSubmit((values) => void send(values))} noValidate>
        <Stack gap="sm">
          <TextInput
            label="Email"
            type="email"
            size="md"
            autoComplete="username"
            autoFocus
            required
            withAsterisk={false}
            {...form.getInputProps("email")}
          />
          <PasswordInput
            label="Password"
            size="md"
            autoComplete="current-password"
            required
            withAsterisk={false}
            {...form.getInputProps("password")}
          />
          <ProblemList />
          <Button ref={submit} type="submit" size="md" loading={busy} mt={4}>
            Sign in
          </Button>
        </Stack>
      </form>
      <ProviderButtons providers={providers} callbackPath={callbackPath} />
      <Text c="dimmed" fz="sm" mt="md">
        Forgot your password or need an account? Ask an administrator for a link.
      </Text>
      {samples.length > 0 && (
        <Stack gap={2} mt="lg" component="section" aria-labelledby="samples">
          <Text id="samples" component="h2" fz="sm" fw={600}>
            Sample accounts on this computer
          </Text>
          <Text fz="sm" c="dimmed" mb={4}>
            Select one to fill in the form. Password:{" "}
            <b style={{ whiteSpace: "nowrap" }}>{samplePassword}</b>
          </Text>
          <div className={classes.samples}>
            {samples.map(({ email, name, roles }) => (
              <UnstyledButton
                key={email}
                className={classes.sample}
                title={email}
                onClick={() => {
                  form.setValues({ email, password: samplePassword });
                  form.clearErrors();
                  submit.current?.focus();
                }}
              >
                <Text component="span" display="block" fz="sm" fw={550} truncate>
                  {name}
                </Text>{" "}
                <Text component="span" display="block" fz="xs" c="dimmed" truncate>
                  {roles.join(", ")}
                </Text>
              </UnstyledButton>
            ))}
          </div>
        </Stack>
      )}
    </>
  );
}

/** Returns the message for an error of next-auth: "code" or "code~time". */
function refusalFor(error: string): Refusal {
  const [code = "", moment = ""] = error.split("~");
  switch (code) {
    case "wrong-credentials":
    case "CredentialsSignin":
      return {
        code: "wrong-credentials",
        message:
          "Incorrect email or password, or the account is deactivated. Try again or ask an administrator for a reset link.",
      };
    case "too-many-attempts": {
      const until = Date.parse(moment);
      const when = Number.isNaN(until)
        ? "in a few minutes"
        : `after ${new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZoneName: "short" }).format(until + 59_000)}`;
      return { code, message: `Too many sign-in attempts. Try again ${when}.` };
    }
    case "not-invited":
      return {
        code,
        message:
          "No active account or pending invitation for this email. Ask an administrator for an invitation, then sign in the same way again.",
      };
    case "email-not-verified":
      return {
        code,
        message: "The provider hasn't verified your email. Verify it there, then sign in again.",
      };
    case "email-taken":
      return { code, message: "An account with this email was just created. Sign in again." };
    case "unavailable":
      return {
        code,
        message: "Couldn't reach the database. You are not signed in. Try again in a moment.",
      };
    case "no-cookies":
      return {
        code: "no-cookies",
        message:
          "Your browser blocks cookies for this site, so you can't sign in. Allow cookies, then try again.",
      };
    case "OAuthCallback":
    case "OAuthSignin":
    case "Callback":
      return {
        code: "failed",
        message:
          "Sign-in with the provider failed: canceled, timed out or not configured correctly. Try again, or contact an administrator if this keeps happening.",
      };
    default:
      return {
        code: "failed",
        message:
          "Couldn't sign in because of a server error. Try again, or contact an administrator if this keeps happening.",
      };
  }
}
