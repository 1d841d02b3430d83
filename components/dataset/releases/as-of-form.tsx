import { Button, Group, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import Form from "next/form";

interface AsOfFormProps {
  day: string;
  q: string;
  today: string;
  firstDay: string | null;
}

/** Chooses the day to look at, and searches in it; works without a script too. */
export function AsOfForm({ day, q, today, firstDay }: AsOfFormProps) {
  return (
    <Form action="/questions/as-of" key={`${day} ${q}`}>
      <Group gap="xs" align="flex-end" mb="md">
        <TextInput
          type="date"
          name="day"
          label="Date"
          defaultValue={day}
          max={today}
          {...(firstDay !== null && { min: firstDay })}
          required
        />
        <TextInput
          type="search"
          name="q"
          label="Search questions and answers"
          defaultValue={q}
          maxLength={300}
          style={{ flex: "1 1 220px" }}
          maw={420}
        />
        <Button type="submit" variant="default" leftSection={<IconSearch size={16} aria-hidden />}>
          Show
        </Button>
      </Group>
    </Form>
  );
}
