"use client";

import { Button, Group, type MantineColor } from "@mantine/core";
import type { ReactNode } from "react";
import type { KeptForm } from "./use-kept-form";

interface DialogButtonsProps {
  kept: Pick<KeptForm, "discard">;
  onClose: () => void;
  /** What is submitted is on its way. */
  pending: boolean;
  disabled?: boolean;
  color?: MantineColor | undefined;
  /** The words of the button that submits. */
  children: ReactNode;
}

/** The last line of a form in a dialog: Cancel gives up its draft and closes, the other button submits. */
export function DialogButtons({
  kept,
  onClose,
  pending,
  disabled = false,
  color,
  children,
}: DialogButtonsProps) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button
        variant="default"
        onClick={() => {
          kept.discard();
          onClose();
        }}
      >
        Cancel
      </Button>
      <Button type="submit" loading={pending} disabled={disabled} color={color}>
        {children}
      </Button>
    </Group>
  );
}
