"use client";

import { IconCloudOff } from "@tabler/icons-react";
import { EmptyState } from "./empty-state";
import classes from "./page-message.module.css";
import { useServerState } from "./use-server-state";

/**
 * Error boundary fallback. Shows only the error digest (for finding the log entry), never the exception itself. While the
 * server or its database is down it says so, and shows the page again when they are back.
 */
export function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  const state = useServerState(retry);
  const again = (
    <button type="button" className={classes.action} onClick={() => retry()}>
      Try again
    </button>
  );
  if (state === "server-down" || state === "database-down") {
    return (
      <div role="alert">
        <EmptyState
          order={1}
          icon={<IconCloudOff size={24} />}
          title={
            state === "server-down" ? "Couldn't reach the server" : "Couldn't reach the database"
          }
          actions={again}
        >
          Saved data is not affected. This page reloads automatically when the{" "}
          {state === "server-down" ? "server" : "database"} is back.
        </EmptyState>
      </div>
    );
  }
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : null;
  return (
    <div role="alert">
      <EmptyState
        order={1}
        icon={<IconCloudOff size={24} />}
        title="Something went wrong"
        actions={
          <>
            {again}
            {/* Loaded anew, whatever is wrong with this page. */}
            {/* eslint-disable-next-line @next/next/no-html-link-for-pages */}
            <a className={classes.action} data-second href="/">
              Go to home page
            </a>
          </>
        }
      >
        This page couldn&apos;t be loaded. Saved data is not affected.
        {digest !== null && (
          <>
            {" "}
            If this keeps happening, contact an administrator with error ID <b>{digest}</b>.
          </>
        )}
      </EmptyState>
    </div>
  );
}
