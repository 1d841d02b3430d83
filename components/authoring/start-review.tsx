"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { claimNext } from "@/lib/authoring/actions";
import { reviewToken } from "./review-token";

/** Takes the submission that has waited longest and that nobody else reviews. */
export function StartReview({ after = [], label, quiet = false }: { after?: number[]; label: string; quiet?: boolean }) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    const result = await claimNext({ token: reviewToken(), after }).catch(() => null);
    setBusy(false);
    if (!result?.ok) return notifications.show({ color: "red", title: "Nothing was taken", message: result?.refusal.message ?? "The server was not reached. Try again when the connection is back." });
    const { submissionId, heldByOthers } = result.value;
    if (submissionId !== null) return router.push(`/submissions/${submissionId}`);
    notifications.show({ message: heldByOthers > 0 ? `Nothing is left for you: ${heldByOthers} ${heldByOthers === 1 ? "submission is" : "submissions are"} being reviewed by others.` : "Nothing is left to review." });
    router.push("/submissions?status=submitted");
    router.refresh();
  };
  return <Button variant={quiet ? "default" : "filled"} loading={busy} leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => void start()}>{label}</Button>;
}
