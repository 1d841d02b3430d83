"use client";

import { Badge, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { modals } from "@/components/ui/modals";
import { endSession, signOutEverywhere } from "@/lib/people/accounts/actions";
import type { SessionView } from "@/lib/people/accounts/queries";
import { LocalTime } from "@/components/ui/local-time";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { signOutHere } from "./sign-out";
import { useUserId } from "@/components/ui/signed-in";

/** Lists the browsers in which the account is signed in, each with a way to sign it out. */
export function SessionList({ sessions }: { sessions: readonly SessionView[] }) {
  const userId = useUserId();
  const title = "Couldn't sign out";
  const end = useCommand(endSession, { title, done: "Session signed out", refresh: true });
  // This browser forgets its cookie too, and loads everything again.
  const everywhere = useCommand(signOutEverywhere, {
    title,
    onDone: () => void signOutHere(userId),
  });
  const askEverywhere = () =>
    modals.openConfirmModal({
      title: "Sign out everywhere?",
      children: (
        <Text>
          You&apos;ll be signed out of every browser, including this one. Unsent ratings stay on the
          devices that have them.
        </Text>
      ),
      labels: { confirm: "Sign out everywhere", cancel: "Cancel" },
      onConfirm: () => void everywhere.run({}),
    });

  return (
    <Paper withBorder p="md" component="section" aria-labelledby="own-sessions">
      <Title order={2} id="own-sessions" mb={4}>
        Sessions
      </Title>
      <Text c="dimmed" mb="sm">
        Browsers where you&apos;re signed in. Sign out of any that you don&apos;t recognize, then
        change your password.
      </Text>
      <RefusalAlert of={[end, everywhere]} />
      <Stack gap="xs" component="ul" style={{ listStyle: "none", padding: 0, margin: 0 }}>
        {sessions.map((session) => (
          <Group
            key={session.sessionId}
            component="li"
            justify="space-between"
            wrap="nowrap"
            align="flex-start"
          >
            <div style={{ minWidth: 0 }}>
              <Group gap={6}>
                <Text fw={550}>{session.browser}</Text>
                {session.current && <Badge>This browser</Badge>}
              </Group>
              <Text c="dimmed" fz="sm">
                {session.address} · signed in <LocalTime iso={session.signedInAt} /> · last active{" "}
                <LocalTime iso={session.lastSeenAt} />
              </Text>
            </div>
            {!session.current && (
              <Button
                variant="default"
                size="xs"
                style={{ flexShrink: 0 }}
                loading={end.pendingInput?.sessionId === session.sessionId}
                onClick={() => void end.run({ sessionId: session.sessionId })}
                aria-label={`Sign out ${session.browser}, ${session.address}`}
              >
                Sign out
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      {sessions.length === 0 && (
        <Text fz="sm">No sessions are listed yet. Your next sign-in will appear here.</Text>
      )}
      <Group mt="sm">
        <Button variant="default" loading={everywhere.pending} onClick={askEverywhere}>
          Sign out everywhere
        </Button>
      </Group>
    </Paper>
  );
}
