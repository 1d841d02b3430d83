"use client";

import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { mayActOnKey } from "@/components/ui/shortcut-scope";

/** Shows the keys of every page at `?` where the page has no list of its own. Its script comes with the first `?`. */
export function useGeneralKeys(): ReactNode {
  const [opened, setOpened] = useState(false);
  const [Keys, setKeys] = useState<ComponentType<{ onClose: () => void }> | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "?" || !mayActOnKey(event)) return;
      // A page that has its own list says so by then, wherever it listens.
      setTimeout(() => {
        if (event.defaultPrevented) return;
        void import("./general-keys")
          .then((module) => {
            setKeys(() => module.default);
            setOpened(true);
          })
          .catch(() => {});
      });
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return opened && Keys !== null && <Keys onClose={() => setOpened(false)} />;
}
