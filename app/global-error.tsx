"use client";

import { useServerState } from "@/components/ui/use-server-state";

// The root layout itself failed: no kit, no theme, plain words.
export default function GlobalError({ retry }: { error: unknown; retry: () => void }) {
  const state = useServerState(retry);
  const down = state === "server-down" || state === "database-down";
  return (
    <html lang="en">
      <body
        style={{
          fontFamily: "system-ui, sans-serif",
          margin: "15vh auto",
          maxWidth: "40ch",
          padding: 16,
        }}
      >
        <title>FreshQA Workbench</title>
        <h1>Something went wrong</h1>
        <p>
          {down
            ? `Couldn't reach the ${state === "server-down" ? "server" : "database"}. This page reloads automatically when it's back.`
            : "Wait a moment, then try again."}{" "}
          Saved data is not affected.
        </p>
        <button type="button" onClick={() => retry()}>
          Try again
        </button>
      </body>
    </html>
  );
}
