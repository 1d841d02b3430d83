"use client";

import { ShortcutHelp } from "@/components/ui/shortcut-help";

const SHORTCUTS = [
  { keys: ["?"], does: "Show keyboard shortcuts" },
  { keys: ["Tab"], does: "Next link, button or field" },
  { keys: ["Enter"], does: "Open a link, press a button" },
  { keys: ["Space"], does: "Press a button, check a box" },
  { keys: ["Esc"], does: "Close a dialog or menu" },
];

/** The keys of a page that has none of its own. */
export default function GeneralKeys({ onClose }: { onClose: () => void }) {
  return <ShortcutHelp opened onClose={onClose} shortcuts={SHORTCUTS} />;
}
