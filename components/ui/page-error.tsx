"use client";

import { Button } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { EmptyState } from "./empty-state";

/** What an error boundary shows: nothing of the exception but the mark under which the log has it. */
export function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : null;
  return (
    <div role="alert">
      <EmptyState order={1} icon={<IconCloudOff size={24} />} title="This page could not be shown" actions={<><Button onClick={() => retry()}>Try again</Button><Button variant="default" component="a" href="/">Go to the home page</Button></>}>
        Something went wrong on the server or on the way. Nothing that was saved is lost.
        {digest !== null && <> If it happens again, tell an administrator and mention <b>{digest}</b>.</>}
      </EmptyState>
    </div>
  );
}
