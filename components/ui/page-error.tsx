"use client";

import { Button } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { EmptyState } from "./empty-state";
import { useServerState } from "./use-server-state";

/**
 * Error boundary fallback. Shows only the error digest (for finding the log entry), never the exception itself. While the
 * server or its database is down it says so, and shows the page again when they are back.
 */
export function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  const state = useServerState(retry);
  if (state === "server-down" || state === "database-down") {
    return (
      <div role="alert">
        <EmptyState
          order={1}
          icon={<IconCloudOff size={24} />}
          title={
            state === "server-down" ? "Couldn't reach the server" : "Couldn't reach the database"
          }
          actions={<Button onClick={() => retry()}>Try again</Button>}
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
            <Button onClick={() => retry()}>Try again</Button>
            <Button variant="default" component="a" href="/">
              Go to home page
            </Button>
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
