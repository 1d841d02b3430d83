import { Center } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";

export const metadata = { title: "Page not found" };

export default function NotFoundPage() {
  return (
    <Center mih="70vh">
      <EmptyState
        order={1}
        icon={<IconMapQuestion size={24} />}
        title="Page not found"
        actions={<LinkButton href="/">Go to home page</LinkButton>}
      >
        The link may be wrong, or the page may have been removed.
      </EmptyState>
    </Center>
  );
}
