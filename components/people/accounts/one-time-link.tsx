"use client";

import { Group, Stack, Text, TextInput } from "@mantine/core";
import { modals } from "@/components/ui/modals";
import type { MadeLink } from "@/lib/people/accounts/schema";
import { CopyButton } from "@/components/ui/copy-button";
import { LocalTime } from "@/components/ui/local-time";

/** Opens the one dialog that shows a link: afterwards no one can see it any more. */
export function showMadeLink({
  title,
  words,
  link,
}: {
  title: string;
  words: string;
  link: MadeLink;
}): void {
  modals.open({
    title,
    size: "lg",
    closeOnClickOutside: false,
    children: <MadeLinkView words={words} link={link} />,
  });
}

export function MadeLinkView({ words, link }: { words: string; link: MadeLink }) {
  const address = `${window.location.origin}${link.path}`;
  return (
    <Stack gap="sm">
      <Text>
        {words} Single use, expires <LocalTime iso={link.expiresAt} />.
      </Text>
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Link"
          description="Copy it now; it won't be shown again."
          readOnly
          value={address}
          flex={1}
          miw={200}
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
        />
        <CopyButton value={address} label="Copy link" />
      </Group>
    </Stack>
  );
}
