"use client";

import { Button, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { withdraw } from "@/lib/authoring/actions";

/** Takes a submission back that waits for its review. */
export function WithdrawButton({ submissionId }: { submissionId: number }) {
  const router = useRouter();
  const ask = () => modals.openConfirmModal({
    title: "Withdraw this question?",
    children: <Text size="sm">It is taken out of the review for good. What you wrote stays readable under “Withdrawn”.</Text>,
    labels: { confirm: "Withdraw it", cancel: "Keep it" },
    onConfirm: async () => {
      const result = await withdraw({ submissionId }).catch(() => null);
      if (!result?.ok) notifications.show({ color: "red", title: "Not withdrawn", message: result?.refusal.message ?? "The server was not reached. Try again when the connection is back." });
      router.refresh();
    },
  });
  return <Button variant="default" onClick={ask}>Withdraw</Button>;
}
