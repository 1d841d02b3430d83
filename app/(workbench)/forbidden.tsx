import { Center } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";

export const metadata = { title: "No access" };

export default function ForbiddenPage() {
  return (
    <Center mih="70vh">
      <EmptyState
        order={1}
        icon={<IconLock size={24} />}
        title="You don't have access to this page"
        actions={<LinkButton href="/">Go to home page</LinkButton>}
      >
        Ask an administrator for access. See your roles in Account settings.
      </EmptyState>
    </Center>
  );
}
