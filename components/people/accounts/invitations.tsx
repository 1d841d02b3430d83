"use client";

import {
  Badge,
  Button,
  Group,
  Modal,
  Stack,
  Text,
  TextInput,
  Title,
  VisuallyHidden,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { IconUserPlus } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Role } from "@/lib/people/access/roles";
import { inviteUser, revokeInvitation } from "@/lib/people/accounts/actions";
import { emailSchema, rolesSchema, type MadeLink } from "@/lib/people/accounts/schema";
import { checkWith } from "@/components/ui/form-check";
import { ListTable } from "@/components/ui/list-table";
import { LocalTime } from "@/components/ui/local-time";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { MadeLinkView } from "./one-time-link";
import { RolesInput } from "./roles-input";
import { useCommand } from "@/components/ui/use-command";
import { DraftRestored, useKeptForm } from "@/components/ui/use-kept-form";
import { ProblemList } from "@/components/ui/problem-list";

/** The button that makes an invitation, with its dialog: a form first, then the link. */
export function InviteButton() {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={open}>
        Invite member
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Invite member"
        size="lg"
        closeOnClickOutside={false}
      >
        <InviteForm />
      </Modal>
    </>
  );
}

function InviteForm() {
  const router = useRouter();
  const [made, setMade] = useState<{ link: MadeLink; email: string } | null>(null);
  const form = useForm<{ email: string; roles: Role[] }>({
    initialValues: { email: "", roles: ["annotator"] },
    validateInputOnBlur: ["email"],
    validate: { email: checkWith(emailSchema), roles: checkWith(rolesSchema) },
  });
  const kept = useKeptForm(form, "invitation", null);
  const invite = useCommand(inviteUser, {
    title: "Link not created",
    form,
    kept,
    onDone: (link, { email }) => {
      setMade({ link, email });
      router.refresh();
    },
  });
  if (made) return <MadeLinkView words={`Send it to ${made.email}.`} link={made.link} />;
  return (
    <form onSubmit={form.onSubmit((values) => void invite.run(values))} noValidate>
      <Stack>
        <DraftRestored of={kept} />
        <RefusalAlert of={invite} shownFields={["email", "roles"]} />
        <TextInput
          label="Email"
          type="email"
          description="Used to sign in. No email is sent; share the link yourself."
          autoComplete="off"
          data-autofocus
          {...form.getInputProps("email")}
        />
        <RolesInput
          value={form.values.roles}
          onChange={(roles) => form.setFieldValue("roles", roles)}
          error={form.errors.roles}
        />
        <ProblemList />
        <Group justify="flex-end">
          <Button type="submit" loading={invite.pending}>
            Create invitation link
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface OpenInvitation {
  invitationId: number;
  email: string;
  roles: Role[];
  madeBy: string;
  createdAt: string;
  expiresAt: string;
}

/** Invitations that no one has accepted yet. */
export function OpenInvitations({ invitations }: { invitations: OpenInvitation[] }) {
  const router = useRouter();
  const revoke = useCommand(revokeInvitation, {
    title: "Invitation not revoked",
    notify: true,
    done: (_, { invitationId }) =>
      `Invitation for ${invitations.find((one) => one.invitationId === invitationId)?.email} revoked`,
    refresh: true,
    onRefused: () => router.refresh(),
  });
  if (invitations.length === 0) return null;
  return (
    <section aria-labelledby="open-invitations">
      <Title order={2} id="open-invitations" mt="xl" mb="xs">
        Pending invitations
      </Title>
      <ListTable
        label="Pending invitations"
        minWidth={640}
        rows={invitations}
        rowKey={({ invitationId }) => invitationId}
        columns={[
          { title: "Email", as: "text", cell: ({ email }) => email },
          {
            title: "Roles",
            cell: ({ roles }) => (
              <Group gap={4}>
                {roles.map((role) => (
                  <Badge key={role} color="gray">
                    {role}
                  </Badge>
                ))}
              </Group>
            ),
          },
          { title: "Invited by", cell: ({ madeBy }) => madeBy },
          {
            title: "Expires",
            small: true,
            cell: ({ expiresAt }) => <LocalTime iso={expiresAt} />,
          },
          {
            title: "Actions",
            untitled: true,
            cell: ({ invitationId, email }) => (
              <Button
                size="compact-sm"
                variant="default"
                loading={revoke.pendingInput?.invitationId === invitationId}
                onClick={() => void revoke.run({ invitationId })}
              >
                Revoke<VisuallyHidden> invitation for {email}</VisuallyHidden>
              </Button>
            ),
          },
        ]}
      />
      <Text fz="sm" c="dimmed" mt="xs">
        Links are shown only once. Inviting the same email again creates a new link and revokes the
        old one.
      </Text>
    </section>
  );
}
