"use client";

import { Button, Text } from "@mantine/core";
import { modals } from "@/components/ui/modals";
import { useRouter } from "next/navigation";
import { withdraw } from "@/lib/authoring/actions";
import { useCommand } from "@/components/ui/use-command";

/** Takes a submission back that waits for its review. */
export function WithdrawButton({ submissionId }: { submissionId: number }) {
  const router = useRouter();
  const withdrawal = useCommand(withdraw, {
    title: "Not withdrawn",
    notify: true,
    refresh: true,
    onRefused: () => router.refresh(),
  });
  const ask = () =>
    modals.openConfirmModal({
      title: "Withdraw this question?",
      children: (
        <Text size="sm">
          This permanently removes it from review. You can still read it under “Withdrawn”.
        </Text>
      ),
      labels: { confirm: "Withdraw question", cancel: "Cancel" },
      onConfirm: () => void withdrawal.run({ submissionId }),
    });
  return (
    <Button variant="default" loading={withdrawal.pending} onClick={ask}>
      Withdraw
    </Button>
  );
}
