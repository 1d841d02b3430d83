"use client";

import { useCallback, useEffect, useState } from "react";
import { keepText, readText } from "./device-storage";

/**
 * A text that someone is writing; it is kept on the device until it is sent, or emptied.
 * @param key see device-keys.ts
 */
export function useKeptText(key: string): [text: string, change: (next: string) => void] {
  const [text, setText] = useState("");
  useEffect(() => {
    // What was typed before a reload; the server cannot know it.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    setText(readText(key) ?? "");
  }, [key]);
  const change = useCallback(
    (next: string) => {
      setText(next);
      keepText(key, next === "" ? null : next);
    },
    [key],
  );
  return [text, change];
}
