"use client";

import { Button } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { EmptyState } from "@/components/ui/empty-state";
import type { Refusal } from "@/lib/platform/result";
import { isOutOfDate, reloadPage } from "./unsent-alert";

interface NoNextItemProps {
  /** What an item is called: "question". */
  item: string;
  trouble: Refusal | null;
  onRetry: () => void;
}

/** Stands in the place of the next item while the server gives none; the alert above says why. */
export function NoNextItem({ item, trouble, onRetry }: NoNextItemProps) {
  const outOfDate = isOutOfDate(trouble);
  return (
    <EmptyState
      icon={<IconCloudOff size={24} />}
      title={`Couldn't load the next ${item}`}
      actions={
        <Button onClick={outOfDate ? reloadPage : onRetry}>
          {outOfDate ? "Reload page" : "Try again"}
        </Button>
      }
    >
      {!outOfDate && "Retrying automatically."}
    </EmptyState>
  );
}
