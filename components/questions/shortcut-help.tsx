"use client";

import { Kbd, Modal, Table } from "@mantine/core";

interface ShortcutHelpProps {
  opened: boolean;
  onClose: () => void;
  shortcuts: readonly { keys: readonly string[]; does: string }[];
}

/** The keys of a screen. */
export function ShortcutHelp({ opened, onClose, shortcuts }: ShortcutHelpProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard">
      <Table withRowBorders={false} verticalSpacing={4}>
        <Table.Tbody>
          {shortcuts.map(({ keys, does }) => (
            <Table.Tr key={does}>
              <Table.Td w={150}>{keys.map((key, i) => <span key={key}>{i > 0 && " "}<Kbd>{key}</Kbd></span>)}</Table.Td>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
