"use client";

import { useCallback, useEffect, useState } from "react";
import { commentDraftKey } from "@/components/ui/device-keys";
import { keepText, readText } from "@/components/ui/device-storage";

/** What someone is writing in a discussion; it is kept on the device until it is sent, or emptied. */
export function useKeptComment(
  userId: number,
  taskId: number,
): [body: string, change: (next: string) => void] {
  const key = commentDraftKey(userId, taskId);
  const [body, setBody] = useState("");
  useEffect(() => {
    // What was typed before a reload; the server cannot know it.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    setBody(readText(key) ?? "");
  }, [key]);
  const change = useCallback(
    (next: string) => {
      setBody(next);
      keepText(key, next === "" ? null : next);
    },
    [key],
  );
  return [body, change];
}
