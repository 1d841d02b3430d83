import type { Metadata } from "next";
import { Desk } from "@/components/refreshing/desk";
import { requireActor } from "@/lib/people/access/session";
import { readQuestionId } from "@/lib/dataset/questions/rules";
import { getDeskLoad } from "@/lib/refreshing/queries";
import { parseQueue } from "@/lib/dataset/schedule/schema";

export const metadata: Metadata = { title: "Refresh answers" };

export default async function RefreshDeskPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requireActor("reviews.work");
  const params = await searchParams;
  const { page: _page, ...filters } = parseQueue(params);
  // "?question=17" begins with that one, due or not.
  const first = typeof params.question === "string" ? readQuestionId(params.question) : null;
  return (
    <Desk
      userId={actor.userId}
      filters={filters}
      load={await getDeskLoad(actor, filters)}
      first={first}
    />
  );
}
