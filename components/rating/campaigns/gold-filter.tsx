"use client";

import { Button, Group, Select, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { RunChoice } from "@/lib/rating/campaigns/queries";
import type { GoldPageState } from "@/lib/rating/campaigns/schema";

/** Which responses are listed: those that are gold, or a run's to choose from. */
export function GoldFilter({ runs, state }: { runs: RunChoice[]; state: GoldPageState }) {
  const router = useRouter();
  const [search, setSearch] = useState(state.search);
  const go = (run: number | null, words: string) => {
    const query = new URLSearchParams({
      ...(run !== null && { run: String(run) }),
      ...(words.trim() !== "" && { search: words.trim() }),
    });
    router.push(`/campaigns/gold${query.size > 0 ? `?${query}` : ""}`);
  };
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        go(state.run, search);
      }}
    >
      <Group align="flex-end" gap="sm" mb="md">
        <Select
          label="Run"
          data={[
            { value: "", label: "All runs (gold responses only)" },
            ...runs.map((run) => ({
              value: String(run.runId),
              label: `${run.label} on ${run.release}`,
            })),
          ]}
          value={state.run === null ? "" : String(state.run)}
          onChange={(value) => go(value ? Number(value) : null, search)}
          allowDeselect={false}
          searchable
          w={{ base: "100%", xs: 360 }}
        />
        <TextInput
          label="Search"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          w={{ base: "100%", xs: 240 }}
          maxLength={200}
        />
        <Button type="submit" variant="default" leftSection={<IconSearch size={16} aria-hidden />}>
          Search
        </Button>
      </Group>
    </form>
  );
}
