import { IconMapQuestion } from "@tabler/icons-react";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import classes from "@/components/ui/page-message.module.css";

export const metadata = { title: "Page not found" };

export default function NotFoundPage() {
  return (
    <main className={classes.page}>
      <EmptyState
        order={1}
        icon={<IconMapQuestion size={24} />}
        title="Page not found"
        actions={
          <Link href="/" className={classes.action}>
            Go to home page
          </Link>
        }
      >
        The link may be wrong, or the page may have been removed.
      </EmptyState>
    </main>
  );
}
