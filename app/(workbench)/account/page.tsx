import { Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { MailChoiceForm } from "@/components/people/notifications/email-preference-form";
import { LocalTime } from "@/components/ui/local-time";
import { PageHeader } from "@/components/ui/page-header";
import { NameForm, PasswordForm } from "@/components/people/accounts/account-forms";
import { SessionList } from "@/components/people/accounts/session-list";
import { requireActor } from "@/lib/people/access/session";
import { getMailChoice } from "@/lib/people/notifications/queries";
import { environment } from "@/lib/platform/env";
import { getAccount, listOwnSessions } from "@/lib/people/accounts/queries";

export const metadata = { title: "Account settings" };

export default async function AccountPage() {
  const actor = await requireActor("account.manage");
  const [account, mail, sessions] = await Promise.all([
    getAccount(actor),
    getMailChoice(actor),
    listOwnSessions(actor),
  ]);
  return (
    <>
      <PageHeader title="Account settings" description={account.email} />
      <Stack maw={560}>
        <Paper withBorder p="md" component="section" aria-labelledby="own-roles">
          <Title order={2} id="own-roles" mb="xs">
            Roles
          </Title>
          <Group gap={6}>
            {account.roles.map((role) => (
              <Badge key={role}>{role}</Badge>
            ))}
          </Group>
          <Text c="dimmed" fz="sm" mt="xs">
            Roles are managed by administrators.
            {account.lastSignInAt && (
              <>
                {" "}
                You last signed in on <LocalTime iso={account.lastSignInAt} />.
              </>
            )}
          </Text>
        </Paper>
        <NameForm name={account.name} />
        <MailChoiceForm
          choice={mail}
          email={account.email}
          configured={environment().SMTP_URL !== undefined}
        />
        <SessionList sessions={sessions} />
        {account.hasPassword ? (
          <PasswordForm email={account.email} />
        ) : (
          <Paper withBorder p="md">
            <Title order={2} mb={4}>
              Password
            </Title>
            <Text>
              You sign in through a provider, so you have no password. An administrator can send you
              a link to set one.
            </Text>
          </Paper>
        )}
      </Stack>
    </>
  );
}
