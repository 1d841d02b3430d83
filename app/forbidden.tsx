import { IconLock } from "@tabler/icons-react";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import classes from "@/components/ui/page-message.module.css";

export const metadata = { title: "No access" };

export default function ForbiddenPage() {
  return (
    <main className={classes.page}>
      <EmptyState
        order={1}
        icon={<IconLock size={24} />}
        title="You don't have access to this page"
        actions={
          <Link href="/" className={classes.action}>
            Go to home page
          </Link>
        }
      >
        Ask an administrator for access. See your roles in Account settings.
      </EmptyState>
    </main>
  );
}
