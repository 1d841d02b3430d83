import { Button, Group, NativeSelect } from "@mantine/core";
import { IconArrowsDiff } from "@tabler/icons-react";
import Form from "next/form";
import { comparePage } from "@/lib/dataset/release-differences/address";
import { CURRENT } from "@/lib/dataset/release-differences/vocabulary";

/** Chooses what to compare; works without a script too. */
export function CompareForm({ names, from, to }: { names: string[]; from: string; to: string }) {
  const choices = [
    { value: CURRENT, label: "Current dataset" },
    ...names.map((name) => ({ value: name, label: name })),
  ];
  return (
    <Form action={comparePage.path} key={`${from} ${to}`}>
      <Group gap="xs" align="flex-end" mb="md">
        <NativeSelect name="from" label="From" data={choices} defaultValue={from} />
        <NativeSelect name="to" label="To" data={choices} defaultValue={to} />
        <Button
          type="submit"
          variant="default"
          leftSection={<IconArrowsDiff size={16} aria-hidden />}
        >
          Compare
        </Button>
      </Group>
    </Form>
  );
}
