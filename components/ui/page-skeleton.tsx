import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";

/** Renders the placeholder of a page while it loads: a title and some rows. */
export function PageSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <Stack gap="sm" aria-busy="true">
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <Skeleton height={28} width="min(280px, 60%)" mb="md" />
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={34} />
      ))}
    </Stack>
  );
}
