"use client";

import { Button, Group, Select, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { type AuditFilter, auditLogPage } from "@/lib/home/audit-log/address";

interface AuditFiltersProps {
  filter: AuditFilter;
  /** The kinds of events to choose from. */
  kinds: { value: string; label: string }[];
  people: { id: number; name: string; email: string }[];
}

/** Kind of event, person and days. They live in the address, so a view can be shared. */
export function AuditFilters({ filter, kinds, people }: AuditFiltersProps) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  // Another filter begins at its latest event.
  const begin = { ...filter, before: null, after: null };
  const go = (change: Partial<AuditFilter>) =>
    startTransition(() =>
      router.replace(auditLogPage.href({ ...begin, ...change }), { scroll: false }),
    );
  const filtered = auditLogPage.query(begin) !== "";
  return (
    <Group component="search" align="flex-end" gap="sm" mb="md" aria-busy={pending}>
      <Select
        label="Event"
        placeholder="Any event"
        clearable
        searchable
        w={{ base: "100%", xs: 220 }}
        value={filter.type || null}
        onChange={(type) => go({ type: type ?? "" })}
        data={kinds}
        clearButtonProps={{ "aria-label": "Any event" }}
      />
      <Select
        label="User"
        placeholder="Anyone"
        clearable
        searchable
        w={{ base: "100%", xs: 240 }}
        limit={50}
        value={filter.person?.toString() ?? null}
        onChange={(person) => go({ person: person === null ? null : Number(person) })}
        data={people.map((person) => ({
          value: String(person.id),
          label: `${person.name} (${person.email})`,
        }))}
        clearButtonProps={{ "aria-label": "Anyone" }}
        nothingFoundMessage="No matching users"
      />
      <TextInput
        type="date"
        label="From (UTC)"
        w={{ base: "calc(50% - 6px)", xs: 160 }}
        key={`from-${filter.from}`}
        defaultValue={filter.from ?? ""}
        max={filter.to ?? undefined}
        onChange={(event) => go({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To (UTC)"
        w={{ base: "calc(50% - 6px)", xs: 160 }}
        key={`to-${filter.to}`}
        defaultValue={filter.to ?? ""}
        min={filter.from ?? undefined}
        onChange={(event) => go({ to: event.currentTarget.value })}
      />
      {filtered && (
        <Button
          variant="subtle"
          leftSection={<IconX size={16} aria-hidden />}
          onClick={() =>
            startTransition(() => router.replace(auditLogPage.path, { scroll: false }))
          }
        >
          Clear
        </Button>
      )}
    </Group>
  );
}
