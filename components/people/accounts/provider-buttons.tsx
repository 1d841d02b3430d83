"use client";

import { Button, Divider, Stack } from "@mantine/core";
import { IconBrandGithub, IconBrandGoogle, IconKey } from "@tabler/icons-react";
import { signIn } from "next-auth/react";
import { useState } from "react";

const ICONS: Record<string, typeof IconKey> = { github: IconBrandGithub, google: IconBrandGoogle };

/** One button for each provider that is set up; nothing when none is. */
export function ProviderButtons({
  providers,
  callbackPath,
}: {
  providers: { id: string; name: string }[];
  callbackPath: string;
}) {
  const [leaving, setLeaving] = useState<string | null>(null);
  if (providers.length === 0) return null;
  return (
    <Stack gap="xs" mt="md">
      <Divider label="or" labelPosition="center" />
      {providers.map((provider) => {
        const Icon = ICONS[provider.id] ?? IconKey;
        return (
          <Button
            key={provider.id}
            variant="default"
            size="md"
            leftSection={<Icon size={18} aria-hidden />}
            loading={leaving === provider.id}
            disabled={leaving !== null}
            onClick={() => {
              setLeaving(provider.id);
              void signIn(provider.id, { callbackUrl: callbackPath });
            }}
          >
            Continue with {provider.name}
          </Button>
        );
      })}
    </Stack>
  );
}
