"use client";

import { Button } from "@mantine/core";
import { notifications } from "@/components/ui/notifications";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { claimNext } from "@/lib/authoring/actions";
import { useCommand } from "@/components/ui/use-command";
import { reviewToken } from "./review-token";
import { submissionsPage } from "@/lib/authoring/address";

/** Takes the submission that has waited longest and that no one else reviews. */
export function StartReview({
  after = [],
  label,
  quiet = false,
}: {
  after?: number[];
  label: string;
  quiet?: boolean;
}) {
  const router = useRouter();
  const start = useCommand(claimNext, {
    title: "Review not started",
    notify: true,
    reads: true,
    onDone: ({ submissionId, heldByOthers }) => {
      if (submissionId !== null) return router.push(`/submissions/${submissionId}`);
      notifications.show({
        message:
          heldByOthers > 0
            ? `Nothing left to review. ${heldByOthers} ${heldByOthers === 1 ? "submission is" : "submissions are"} being reviewed by others.`
            : "Nothing left to review",
      });
      router.push(submissionsPage.path);
      router.refresh();
    },
  });
  return (
    <Button
      variant={quiet ? "default" : "filled"}
      loading={start.pending}
      leftSection={<IconPlayerPlay size={16} aria-hidden />}
      onClick={() => void start.run({ token: reviewToken(), after })}
    >
      {label}
    </Button>
  );
}
