"use client";

import { Button, Group, MultiSelect, Select } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { CATEGORIES, HOPS } from "@/lib/dataset/questions/vocabulary";
import type { DueCounts } from "@/lib/dataset/schedule/schema";
import { type AssigneeFilter, DEFAULT_WEEKS } from "@/lib/dataset/schedule/vocabulary";
import { CATEGORY_WORDS, HOPS_WORDS } from "@/components/dataset/questions/labels";
import { formatCount, formatDay } from "@/lib/platform/format";
import { HostFilter } from "@/components/dataset/questions/host-filter";
import { type QueueState, refreshPage } from "@/lib/dataset/schedule/address";

interface QueueFilterBarProps {
  state: QueueState;
  assignees: { id: number; name: string }[];
  byAssignee: DueCounts["byAssignee"];
  ownId: number;
}

/** What narrows the queue; each filter takes effect at once and lives in the address. */
export function QueueFilterBar({ state, assignees, byAssignee, ownId }: QueueFilterBarProps) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const go = (change: Partial<QueueState>) =>
    startTransition(() =>
      router.replace(refreshPage.href({ ...state, page: 1, ...change }), { scroll: false }),
    );
  const due = (id: number | null) =>
    byAssignee.find((person) => person.assigneeId === id)?.count ?? 0;
  const filtered =
    refreshPage.query({ ...state, when: null, page: 1, weeks: DEFAULT_WEEKS }) !== "";

  return (
    <Group
      gap="sm"
      my="sm"
      align="flex-end"
      aria-busy={pending}
      role="search"
      aria-label="Filter the queue"
    >
      <MultiSelect
        size="xs"
        label="Category"
        w={{ base: "calc(50% - 6px)", xs: 210 }}
        placeholder={state.category.length === 0 ? "All" : undefined}
        clearable
        value={state.category}
        data={CATEGORIES.map((value) => ({ value, label: CATEGORY_WORDS[value] }))}
        onChange={(category) => go({ category })}
      />
      <MultiSelect
        size="xs"
        label="Hops"
        w={{ base: "calc(50% - 6px)", xs: 150 }}
        placeholder={state.hops.length === 0 ? "All" : undefined}
        clearable
        value={state.hops}
        data={HOPS.map((value) => ({ value, label: HOPS_WORDS[value] }))}
        onChange={(hops) => go({ hops })}
      />
      <HostFilter
        label="Evidence host"
        w={{ base: "calc(50% - 6px)", xs: 200 }}
        value={state.host}
        onChange={(host) => go({ host })}
      />
      <Select
        size="xs"
        label="Assigned to"
        w={{ base: "calc(50% - 6px)", xs: 200 }}
        allowDeselect={false}
        value={state.assignee === null || state.assignee === "anyone" ? "" : String(state.assignee)}
        data={[
          { value: "", label: "Anyone" },
          { value: "me", label: `Me (${formatCount(due(ownId))} due)` },
          { value: "none", label: `Unassigned (${formatCount(due(null))} due)` },
          ...assignees
            .filter((person) => person.id !== ownId)
            .map((person) => ({
              value: String(person.id),
              label: `${person.name} (${formatCount(due(person.id))} due)`,
            })),
        ]}
        onChange={(value) => go({ assignee: readAssignee(value) })}
      />
      {state.day !== null && (
        <Button
          size="xs"
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => go({ day: null })}
          aria-label={`Due on ${formatDay(state.day)}: clear date`}
        >
          Due on {formatDay(state.day)}
        </Button>
      )}
      {filtered && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          onClick={() => go({ category: [], hops: [], host: [], assignee: null, day: null })}
        >
          Clear filters
        </Button>
      )}
    </Group>
  );
}

function readAssignee(value: string | null): AssigneeFilter {
  if (value === null || value === "") return null;
  return value === "me" || value === "none" ? value : Number(value);
}
