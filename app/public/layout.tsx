import type { Metadata } from "next";
import type { ReactNode } from "react";
import { PublicFrame } from "@/components/shell/public-frame";
import { isLeaderboardPublic } from "@/lib/reporting/leaderboard/queries";

export const metadata: Metadata = {
  title: { default: "FreshQA", template: "%s · FreshQA" },
  description:
    "Releases of FreshQA, a question-answering benchmark whose answers are kept up to date.",
  robots: { index: true, follow: true },
  alternates: { types: { "application/atom+xml": "/public/feed.xml" } },
};

/** The layout of public pages, which need no account. */
export default async function PublicLayout({ children }: { children: ReactNode }) {
  return <PublicFrame leaderboard={await isLeaderboardPublic()}>{children}</PublicFrame>;
}
