"use client";

import { NativeSelect } from "@mantine/core";
import { useRouter } from "next/navigation";
import { CALENDAR_WEEKS } from "@/lib/dataset/schedule/vocabulary";
import { type QueueState, refreshPage } from "@/lib/dataset/schedule/address";

/** How far the calendar looks ahead. */
export function WeeksSelect({ state }: { state: QueueState }) {
  const router = useRouter();
  return (
    <NativeSelect
      size="xs"
      aria-label="Weeks shown"
      value={String(state.weeks)}
      data={CALENDAR_WEEKS.map((weeks) => ({ value: String(weeks), label: `${weeks} weeks` }))}
      onChange={(event) =>
        router.replace(refreshPage.href({ ...state, weeks: Number(event.currentTarget.value) }), {
          scroll: false,
        })
      }
    />
  );
}
