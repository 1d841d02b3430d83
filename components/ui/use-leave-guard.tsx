"use client";

import { Text } from "@mantine/core";
import { modals } from "./modals";
import { useRouter } from "next/navigation";
import { useEffect, type RefObject } from "react";

interface LeaveGuard {
  /** Something was typed that is not saved. */
  dirty: boolean;
  /** True once the form is saved or left for good: it asks no more, and keeps nothing. */
  left: RefObject<boolean>;
  /** Keeps what was typed on the device. */
  keep: () => void;
}

/**
 * Asks before a form with unsaved changes is left: the browser asks when the page goes, we ask when a link is followed.
 * What was typed is kept as a draft either way.
 */
export function useLeaveGuard({ dirty, left, keep }: LeaveGuard): void {
  const router = useRouter();
  useEffect(() => {
    if (!dirty) return;
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!left.current) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (
        left.current ||
        !(link instanceof HTMLAnchorElement) ||
        link.target === "_blank" ||
        link.origin !== location.origin ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey ||
        event.button !== 0 ||
        link.getAttribute("href")!.startsWith("#")
      )
        return;
      event.preventDefault();
      event.stopPropagation();
      modals.openConfirmModal({
        title: "Leave without saving?",
        children: (
          <Text size="sm">
            Your changes are kept on this device as a draft and restored when you reopen this form.
          </Text>
        ),
        labels: { confirm: "Leave", cancel: "Stay" },
        onConfirm: () => {
          keep();
          left.current = true;
          router.push(link.pathname + link.search);
        },
      });
    };
    window.addEventListener("beforeunload", onUnload);
    document.addEventListener("click", onClick, true);
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, true);
    };
  }, [dirty, left, keep, router]);
}
