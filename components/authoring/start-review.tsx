"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { claimNext } from "@/lib/authoring/actions";
import { answerOf, UNREACHABLE } from "@/lib/platform/lost-answers";
import { notifyRefusal } from "../ui/notify-refusal";
import { reviewToken } from "./review-token";

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
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    const result = await answerOf(claimNext({ token: reviewToken(), after }), UNREACHABLE);
    setBusy(false);
    if (!result.ok) return notifyRefusal("Review not started", result.refusal);
    const { submissionId, heldByOthers } = result.value;
    if (submissionId !== null) return router.push(`/submissions/${submissionId}`);
    notifications.show({
      message:
        heldByOthers > 0
          ? `Nothing left to review. ${heldByOthers} ${heldByOthers === 1 ? "submission is" : "submissions are"} being reviewed by others.`
          : "Nothing left to review",
    });
    router.push("/submissions?status=submitted");
    router.refresh();
  };
  return (
    <Button
      variant={quiet ? "default" : "filled"}
      loading={busy}
      leftSection={<IconPlayerPlay size={16} aria-hidden />}
      onClick={() => void start()}
    >
      {label}
    </Button>
  );
}
