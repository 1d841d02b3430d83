"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";

/** Copies a text, says that it did, and says so when the browser would not. */
export function CopyButton({
  value,
  label = "Copy",
  ...button
}: { value: string; label?: string } & ButtonProps) {
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setState("copied");
    } catch {
      // No clipboard without https or permission: the text beside the button can still be selected.
      setState("refused");
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState("idle"), 2500);
  };
  return (
    <Button
      variant="default"
      leftSection={
        state === "copied" ? (
          <IconCheck size={16} aria-hidden />
        ) : (
          <IconCopy size={16} aria-hidden />
        )
      }
      onClick={copy}
      {...button}
    >
      <span aria-live="polite">
        {state === "copied"
          ? "Copied"
          : state === "refused"
            ? "Couldn't copy. Select the text and copy it manually."
            : label}
      </span>
    </Button>
  );
}
