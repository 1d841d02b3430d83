"use client";

import { useCallback, useEffect, useState } from "react";
import { deviceStorage } from "@/components/ui/device-storage";

/** What someone is writing in a discussion; it is kept on the device until it is sent, or emptied. */
export function useKeptComment(
  userId: number,
  taskId: number,
): [body: string, change: (next: string) => void] {
  const key = `freshqa.discussion.${userId}.draft.${taskId}`;
  const [body, setBody] = useState("");
  useEffect(() => {
    try {
      // What was typed before a reload; the server cannot know it.
      // eslint-disable-next-line react-hooks/set-state-in-effect
      setBody(deviceStorage()?.getItem(key) ?? "");
    } catch {
      // A device that gives nothing back has kept nothing.
    }
  }, [key]);
  const change = useCallback(
    (next: string) => {
      setBody(next);
      try {
        if (next === "") deviceStorage()?.removeItem(key);
        else deviceStorage()?.setItem(key, next);
      } catch {
        // A device that keeps nothing loses what is typed with the page; the page itself still has it.
      }
    },
    [key],
  );
  return [body, change];
}
