import { Button, Center } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import Link from "next/link";
import { EmptyState } from "@/components/ui/empty-state";

export const metadata = { title: "Not found" };

export default function NotFoundPage() {
  return (
    <Center mih="70vh">
      <EmptyState icon={<IconMapQuestion size={24} />} title="There is nothing at this address" actions={<Button component={Link} href="/">Go to the home page</Button>}>
        The link may be mistyped, or what it pointed to was never there.
      </EmptyState>
    </Center>
  );
}
