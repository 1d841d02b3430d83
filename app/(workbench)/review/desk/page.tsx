import type { Metadata } from "next";
import { Desk } from "@/components/refreshing/desk";
import { requireActor } from "@/lib/access/session";
import { getDeskLoad } from "@/lib/refreshing/queries";
import { parseQueue } from "@/lib/review-schedule/schema";

export const metadata: Metadata = { title: "Refresh desk" };

export default async function RefreshDeskPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const actor = await requireActor("reviews.work");
  const { page: _page, ...filters } = parseQueue(await searchParams);
  return <Desk userId={actor.userId} filters={filters} load={await getDeskLoad(actor, filters)} />;
}
