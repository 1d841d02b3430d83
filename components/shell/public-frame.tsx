import { Link } from "@/components/ui/link";
import type { ReactNode } from "react";
import { Brand } from "./brand";
import classes from "./public-frame.module.css";

/** The frame of the pages that anyone may read. */
export function PublicFrame({
  leaderboard,
  children,
}: {
  leaderboard: boolean;
  children: ReactNode;
}) {
  return (
    <div className={classes.page}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header className={classes.header}>
        <Link href="/public" className={classes.home} aria-label="FreshQA Workbench, start page">
          <Brand />
        </Link>
        <nav aria-label="Main" className={classes.links}>
          <Link href="/public">FreshQA</Link>
          <Link href="/public/latest">Latest</Link>
          {leaderboard && <Link href="/public/leaderboard">Leaderboard</Link>}
          <a href="/public/feed.xml">Feed</a>
          <Link href="/">Sign in</Link>
        </nav>
      </header>
      <main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </div>
  );
}
