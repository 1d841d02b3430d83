"use client";

import { useEffect, useRef, useState } from "react";

/** `server-down`: it does not answer; `database-down`: it answers, but cannot reach the database. */
export type ServerState = "unknown" | "up" | "database-down" | "server-down";

const ASK_EVERY_MS = 3_000;

/**
 * Polls whether the server and its database can be reached, while a page that failed is shown.
 * @param onBack called when they can again after they could not.
 */
export function useServerState(onBack: () => void): ServerState {
  const [state, setState] = useState<ServerState>("unknown");
  const back = useRef(onBack);
  useEffect(() => {
    back.current = onBack;
  }, [onBack]);
  useEffect(() => {
    let last: ServerState = "unknown";
    let gone = false;
    const ask = async () => {
      const now = await serverState();
      if (gone) return;
      if (now === "up" && (last === "database-down" || last === "server-down")) back.current();
      last = now;
      setState(now);
    };
    void ask();
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, []);
  return state;
}

async function serverState(): Promise<ServerState> {
  try {
    const answer = await fetch("/api/health/ready", {
      cache: "no-store",
      signal: AbortSignal.timeout(10_000),
    });
    const { database } = (await answer.json()) as { database?: string };
    return database === "unreachable" ? "database-down" : "up";
  } catch {
    return "server-down";
  }
}
