"use client";

import { Button, Menu } from "@mantine/core";
import { IconArrowsSort, IconChevronDown, IconMessage, IconStack2 } from "@tabler/icons-react";
import { useState } from "react";
import { OrderDialog } from "./order-dialog";
import { MessageDialog } from "./message-dialog";
import { OverlapDialog, type OverlapNow } from "./overlap-dialog";

/** What a maintainer can do about all raters of a campaign that is open or paused. */
export function RatersMenu({ campaignId, now }: { campaignId: number; now: OverlapNow }) {
  const [asking, setAsking] = useState<"message" | "order" | "overlap" | null>(null);
  const onClose = () => setAsking(null);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            rightSection={<IconChevronDown size={16} aria-hidden />}
          >
            All raters
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconMessage size={16} aria-hidden />}
            onClick={() => setAsking("message")}
          >
            Message all raters…
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowsSort size={16} aria-hidden />}
            onClick={() => setAsking("order")}
          >
            Change order…
          </Menu.Item>
          <Menu.Item
            leftSection={<IconStack2 size={16} aria-hidden />}
            onClick={() => setAsking("overlap")}
          >
            Raise overlap…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking === "message" && <MessageDialog campaignId={campaignId} onClose={onClose} />}
      {asking === "order" && <OrderDialog campaignId={campaignId} onClose={onClose} />}
      {asking === "overlap" && (
        <OverlapDialog campaignId={campaignId} now={now} onClose={onClose} />
      )}
    </>
  );
}
