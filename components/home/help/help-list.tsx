import { Group, Kbd, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { LinkAnchor } from "@/components/ui/links";
import { GUIDES, type GuideName } from "@/lib/home/guides/schema";
import type { SeenTours } from "@/lib/home/tour/schema";
import { ROLES, type Role } from "@/lib/people/access/roles";
import { StartTour } from "../tour/start-tour";

/** All that explains the workbench: the reader's roles first. */
export function HelpList({
  person,
  seenTours,
}: {
  person: { roles: readonly Role[] };
  seenTours: SeenTours;
}) {
  const own = ROLES.filter((role) => person.roles.includes(role));
  const others = ROLES.filter((role) => !person.roles.includes(role));
  return (
    <Stack gap="xl" maw="70ch">
      {own.length > 0 && (
        <section aria-labelledby="own">
          <Title order={2} id="own" mb="sm">
            Your guides
          </Title>
          <Stack gap="md">
            {own.map((role) => (
              <GuideLink key={role} name={role}>
                <StartTour role={role} outcome={seenTours[role]} />
              </GuideLink>
            ))}
          </Stack>
        </section>
      )}
      <section aria-labelledby="reference">
        <Title order={2} id="reference" mb="sm">
          Reference
        </Title>
        <Stack gap="md">
          <GuideLink name="first-benchmark" />
          <HelpLink
            href="/help/rating-guidelines"
            title="Rating guidelines"
            about="What credit needs in Relaxed and Strict"
          />
          <GuideLink name="glossary" />
          {person.roles.some((role) => ["researcher", "maintainer", "admin"].includes(role)) && (
            <HelpLink
              href="/reports/how"
              title="How numbers are computed"
              about="Formulas with an example"
            />
          )}
          <Text>
            Press <Kbd>?</Kbd> on any page for its keys, and <Kbd>Ctrl</Kbd> <Kbd>K</Kbd> to find
            anything.
          </Text>
        </Stack>
      </section>
      {others.length > 0 && (
        <section aria-labelledby="others">
          <Title order={2} id="others" mb="sm">
            Other roles
          </Title>
          <Stack gap="md">
            {others.map((role) => (
              <GuideLink key={role} name={role} />
            ))}
          </Stack>
        </section>
      )}
    </Stack>
  );
}

function GuideLink({ name, children }: { name: GuideName; children?: ReactNode }) {
  const { title, about } = GUIDES[name];
  return (
    <HelpLink href={`/help/${name}`} title={title} about={about}>
      {children}
    </HelpLink>
  );
}

function HelpLink({
  href,
  title,
  about,
  children,
}: {
  href: string;
  title: string;
  about: string;
  children?: ReactNode;
}) {
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <LinkAnchor href={href} fw={600}>
          {title}
        </LinkAnchor>
        <Text c="dimmed" fz="sm">
          {about}
        </Text>
      </div>
      {children}
    </Group>
  );
}
