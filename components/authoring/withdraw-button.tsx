"use client";

import { Button, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useRouter } from "next/navigation";
import { withdraw } from "@/lib/authoring/actions";
import { useWrite } from "@/components/ui/use-write";
import { notifyRefusal } from "@/components/ui/notify-refusal";

/** Takes a submission back that waits for its review. */
export function WithdrawButton({ submissionId }: { submissionId: number }) {
  const router = useRouter();
  const write = useWrite();
  const ask = () =>
    modals.openConfirmModal({
      title: "Withdraw this question?",
      children: (
        <Text size="sm">
          This permanently removes it from review. You can still read it under “Withdrawn”.
        </Text>
      ),
      labels: { confirm: "Withdraw question", cancel: "Cancel" },
      onConfirm: async () => {
        const result = await write(withdraw, { submissionId });
        if (!result.ok) notifyRefusal("Not withdrawn", result.refusal);
        router.refresh();
      },
    });
  return (
    <Button variant="default" onClick={ask}>
      Withdraw
    </Button>
  );
}
