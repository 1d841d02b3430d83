"use client";

import { PageError } from "@/components/ui/page-error";

export default function ErrorPage(props: { error: unknown; retry: () => void }) {
  return (
    <main>
      <PageError {...props} />
    </main>
  );
}
