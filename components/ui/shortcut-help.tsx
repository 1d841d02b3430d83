"use client";

import { Anchor, Kbd, Modal, Table, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link } from "./link";
import { useGuide } from "./page-guide";

interface ShortcutHelpProps {
  opened: boolean;
  onClose: () => void;
  shortcuts: readonly { keys: readonly string[]; does: string }[];
}

/** What every page listens to. */
const EVERYWHERE = { keys: ["Ctrl", "K"], does: "Search everything (⌘ K on a Mac)" };

/** The keys of a screen. `?` closes the list again; other keys do nothing while it is open, and it says so. */
export function ShortcutHelp({ opened, onClose, shortcuts }: ShortcutHelpProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts">
      <ShortcutList onClose={onClose} shortcuts={shortcuts} />
    </Modal>
  );
}

function ShortcutList({ onClose, shortcuts }: Omit<ShortcutHelpProps, "opened">) {
  const [unheard, setUnheard] = useState(false);
  const guide = useGuide();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const sends = event.key === "Enter" && (event.ctrlKey || event.metaKey);
      if (
        event.isComposing ||
        (!sends &&
          (event.ctrlKey ||
            event.metaKey ||
            event.altKey ||
            event.key.length !== 1 ||
            event.key === " "))
      )
        return;
      event.preventDefault();
      // The page would open the list again at once.
      event.stopPropagation();
      if (event.key === "?") onClose();
      else setUnheard(true);
    };
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, [onClose]);
  return (
    <>
      <Text size="sm" c="orange" role="status" mb={unheard ? "xs" : 0}>
        {unheard && "Shortcuts are off while this list is open. Press ? or Esc to close it."}
      </Text>
      <Table withRowBorders={false} verticalSpacing={4}>
        <Table.Tbody>
          {[...shortcuts, EVERYWHERE].map(({ keys, does }) => (
            <Table.Tr key={does}>
              <Table.Td w={150}>
                {keys.map((key, i) => (
                  <span key={key}>
                    {i > 0 && " "}
                    <Kbd>{key}</Kbd>
                  </span>
                ))}
              </Table.Td>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {guide !== null && (
        <Text size="sm" mt="md">
          <Anchor component={Link} href={guide} onClick={onClose}>
            Guide to this page
          </Anchor>
        </Text>
      )}
    </>
  );
}
