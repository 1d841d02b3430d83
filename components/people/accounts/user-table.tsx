"use client";

import {
  ActionIcon,
  Badge,
  Box,
  Group,
  Menu,
  SegmentedControl,
  Text,
  TextInput,
} from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { modals } from "@/components/ui/modals";
import {
  IconDots,
  IconKey,
  IconSearch,
  IconUserCheck,
  IconUserOff,
  IconUsers,
  IconUserShield,
} from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import type { UserRow } from "@/lib/people/accounts/queries";
import type { ListPage } from "@/lib/platform/lists";
import { deactivateUser, makeResetLink, reactivateUser } from "@/lib/people/accounts/actions";
import { EmptyState } from "@/components/ui/empty-state";
import { LocalTime } from "@/components/ui/local-time";
import { ListTable } from "@/components/ui/list-table";
import { showMadeLink } from "./one-time-link";
import { RolesForm } from "./roles-form";
import { countOf } from "@/lib/platform/format";
import { useCommand } from "@/components/ui/use-command";
import { MarkedText } from "@/components/ui/marked-text";
import { type UserFilter, membersPage } from "@/lib/people/accounts/address";

interface UserTableProps {
  users: ListPage<UserRow>;
  filter: UserFilter;
  ownId: number;
}

/** The accounts, with what an administrator does to them. Search, state and page live in the address. */
export function UserTable({ users, filter, ownId }: UserTableProps) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const [search, setSearch] = useState(filter.search);

  const go = (change: Partial<UserFilter>) =>
    startTransition(() =>
      router.replace(membersPage.href({ ...filter, page: 1, ...change }), { scroll: false }),
    );
  const searchSoon = useDebouncedCallback((text: string) => go({ search: text.trim() }), 250);

  return (
    <section aria-label="Accounts" aria-busy={pending}>
      <Group mb="sm" gap="sm">
        <TextInput
          aria-label="Search by name or email"
          placeholder="Name or email"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          w={{ base: "100%", xs: 260 }}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            searchSoon(event.currentTarget.value);
          }}
        />
        <SegmentedControl
          aria-label="Account status"
          size="xs"
          value={filter.state}
          onChange={(state) => go({ state })}
          data={[
            { value: "active", label: "Active" },
            { value: "deactivated", label: "Deactivated" },
            { value: "all", label: "All" },
          ]}
        />
        <Text fz="sm" c="dimmed" role="status">
          {countOf(users.total, "account")}
        </Text>
      </Group>
      <Box opacity={pending ? 0.6 : 1}>
        <ListTable
          label="Accounts"
          minWidth={720}
          rows={users}
          sort={filter.sort}
          href={(change) => membersPage.href({ ...filter, ...change })}
          empty={
            <EmptyState icon={<IconUsers size={24} />} title="No accounts found">
              {filter.search !== ""
                ? "Try a shorter search, or search all accounts."
                : "Choose another status."}
            </EmptyState>
          }
          rowKey={(user) => user.userId}
          columns={[
            {
              title: "Member",
              sort: "name",
              as: "text",
              cell: (user) => <Member user={user} isSelf={user.userId === ownId} />,
            },
            {
              title: "Roles",
              cell: ({ roles }) => (
                <Group gap={4}>
                  {roles.map((role) => (
                    <Badge
                      key={role}
                      color={
                        role === "admin" ? "violet" : role === "maintainer" ? "spruce" : "gray"
                      }
                    >
                      {role}
                    </Badge>
                  ))}
                </Group>
              ),
            },
            {
              title: "Status",
              cell: ({ active, sample }) => (
                <Group gap={4}>
                  <Badge color={active ? "green" : "red"}>
                    {active ? "active" : "deactivated"}
                  </Badge>
                  {sample && <Badge color="yellow">sample</Badge>}
                </Group>
              ),
            },
            {
              title: "Last sign-in",
              sort: "sign-in",
              small: true,
              cell: ({ lastSignInAt }) =>
                lastSignInAt ? (
                  <LocalTime iso={lastSignInAt} />
                ) : (
                  <Text span c="dimmed" inherit>
                    never
                  </Text>
                ),
            },
            {
              title: "Actions",
              untitled: true,
              cell: (user) => <UserMenu user={user} isSelf={user.userId === ownId} />,
            },
          ]}
        />
      </Box>
    </section>
  );
}

function Member({ user: { name, email }, isSelf }: { user: UserRow; isSelf: boolean }) {
  return (
    <>
      <Text fw={550}>
        <MarkedText text={name} />
        {isSelf && (
          <Text span c="dimmed" fw={400}>
            {" "}
            (you)
          </Text>
        )}
      </Text>
      <Text fz="sm" c="dimmed">
        {email}
      </Text>
    </>
  );
}

function UserMenu({ user, isSelf }: { user: UserRow; isSelf: boolean }) {
  const router = useRouter();
  const account = {
    title: "Account not changed",
    notify: true,
    refresh: true,
    onRefused: () => router.refresh(),
  };
  const deactivate = useCommand(deactivateUser, {
    ...account,
    done: `${user.name} deactivated and signed out everywhere`,
  });
  const reactivate = useCommand(reactivateUser, { ...account, done: `${user.name} reactivated` });
  const resetLink = useCommand(makeResetLink, {
    title: "Link not created",
    notify: true,
    onDone: (link) =>
      showMadeLink({
        title: `Password reset link for ${user.name}`,
        words: `Send it to ${user.email}. Anyone with this link can set the account's password; existing sessions end.`,
        link,
      }),
  });

  const confirmDeactivation = () =>
    modals.openConfirmModal({
      title: `Deactivate ${user.name}?`,
      children: (
        <Text>
          {isSelf
            ? "This is your own account: you'll be signed out everywhere and can't sign in. Your work is kept. An administrator can reactivate the account later."
            : "Signs them out everywhere and blocks sign-in. Their work is kept. You can reactivate the account later."}
        </Text>
      ),
      labels: { confirm: "Deactivate", cancel: "Cancel" },
      confirmProps: { color: "red" },
      onConfirm: () => void deactivate.run({ userId: user.userId }),
    });

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Actions for ${user.name}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconUserShield size={16} aria-hidden />}
          onClick={() =>
            modals.open({
              title: `Roles of ${user.name}`,
              children: (
                <RolesForm
                  userId={user.userId}
                  roles={user.roles}
                  onDone={() => {
                    modals.closeAll();
                    router.refresh();
                  }}
                />
              ),
            })
          }
        >
          Change roles…
        </Menu.Item>
        {user.active && (
          <Menu.Item
            leftSection={<IconKey size={16} aria-hidden />}
            onClick={() => void resetLink.run({ userId: user.userId })}
          >
            Create password reset link
          </Menu.Item>
        )}
        <Menu.Divider />
        {user.active ? (
          <Menu.Item
            color="red"
            leftSection={<IconUserOff size={16} aria-hidden />}
            onClick={confirmDeactivation}
          >
            Deactivate…
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<IconUserCheck size={16} aria-hidden />}
            onClick={() => void reactivate.run({ userId: user.userId })}
          >
            Reactivate
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
