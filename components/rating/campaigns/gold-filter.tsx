"use client";

import { Button, Group, Select, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { RunChoice } from "@/lib/rating/campaigns/queries";
import { goldPage, type GoldPageState } from "@/lib/rating/gold/address";
import type { ProtocolChoice } from "@/lib/rating/protocols/queries";

interface GoldFilterProps {
  runs: RunChoice[];
  /** Protocols whose items may be gold, Relaxed and Strict first. */
  protocols: ProtocolChoice[];
  state: GoldPageState;
}

/** Which items are listed: by the protocol, those that are gold, or a run's to choose from. */
export function GoldFilter({ runs, protocols, state }: GoldFilterProps) {
  const router = useRouter();
  const [search, setSearch] = useState(state.search);
  const go = (to: Partial<GoldPageState>) =>
    router.push(goldPage.href({ ...state, search, page: 1, ...to }));
  const builtIn = protocols.find((one) => one.builtIn);
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        go({});
      }}
    >
      <Group align="flex-end" gap="sm" mb="md">
        {protocols.length > 1 && (
          <Select
            label="Protocol"
            data={protocols.map(({ protocolId, name }) => ({
              value: String(protocolId),
              label: name,
            }))}
            value={String(state.protocol ?? builtIn?.protocolId)}
            onChange={(value) =>
              go({ protocol: value === String(builtIn?.protocolId) ? null : Number(value) })
            }
            allowDeselect={false}
            searchable
            w={{ base: "100%", xs: 260 }}
          />
        )}
        <Select
          label="Run"
          data={[
            { value: "", label: "All runs (gold only)" },
            ...runs.map((run) => ({
              value: String(run.runId),
              label: `${run.label} on ${run.release}`,
            })),
          ]}
          value={state.run === null ? "" : String(state.run)}
          onChange={(value) => go({ run: value ? Number(value) : null })}
          allowDeselect={false}
          searchable
          w={{ base: "100%", xs: 300 }}
        />
        <TextInput
          label="Search"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          w={{ base: "100%", xs: 220 }}
          maxLength={200}
        />
        <Button type="submit" variant="default" leftSection={<IconSearch size={16} aria-hidden />}>
          Search
        </Button>
      </Group>
    </form>
  );
}
