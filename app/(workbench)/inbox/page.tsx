import { IconInbox } from "@tabler/icons-react";
import { NoticeList } from "@/components/home/inbox/notification-list";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkAnchor, LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { PageTurner } from "@/components/ui/page-turner";
import { requireActor } from "@/lib/people/access/session";
import { listNotices } from "@/lib/home/inbox/queries";
import { formatCount } from "@/lib/platform/format";
import { inboxPage } from "@/lib/home/inbox/address";

export const metadata = { title: "Inbox" };

export default async function InboxPage({ searchParams }: PageProps<"/inbox">) {
  const actor = await requireActor("account.manage");
  const state = inboxPage.read(await searchParams);
  const inbox = await listNotices(actor, state);
  return (
    <>
      <PageHeader
        title="Inbox"
        description={
          <>
            Decisions, mentions and requests. Choose email notifications in{" "}
            <LinkAnchor href="/account" inherit underline="always">
              Account settings
            </LinkAnchor>
            .
          </>
        }
        actions={
          state.unread ? (
            <LinkButton href="/inbox" variant="default">
              Show all
            </LinkButton>
          ) : (
            inbox.unread > 0 && (
              <LinkButton
                href={inboxPage.href({ unread: true })}
                variant="default"
              >{`Show unread (${formatCount(inbox.unread)})`}</LinkButton>
            )
          )
        }
      />
      {inbox.rows.length === 0 ? (
        <EmptyState
          icon={<IconInbox size={24} />}
          title={state.unread ? "No unread notifications" : "No notifications yet"}
        >
          You&apos;ll be notified here when your questions are reviewed, someone mentions you, or
          answers assigned to you are due.
        </EmptyState>
      ) : (
        <NoticeList
          key={`${state.unread} ${state.page} ${inbox.newest}`}
          groups={inbox.rows}
          unread={inbox.unread}
          newest={inbox.newest}
        />
      )}
      <PageTurner
        list={inbox}
        label="Notifications"
        href={(change) => inboxPage.href({ ...state, ...change })}
      />
    </>
  );
}
