import type { Metadata } from "next";
import { Desk } from "@/components/refreshing/desk";
import { requireActor } from "@/lib/people/access/session";
import { releaseLeases } from "@/lib/dataset/schedule/commands";
import { claimQuestions } from "@/lib/refreshing/next-questions";
import { getDeskLoad } from "@/lib/refreshing/queries";
import { beginVisit } from "../../begin-visit";
import { VisitName } from "../../visit-name";
import { refreshDeskPage } from "@/lib/dataset/schedule/address";

export const metadata: Metadata = { title: "Refresh answers" };

export default async function RefreshDeskPage({ searchParams }: PageProps<"/refresh/desk">) {
  const actor = await requireActor("reviews.work");
  const { question: first, ...filters } = refreshDeskPage.read(await searchParams);
  const [load, given] = await Promise.all([
    getDeskLoad(actor, filters),
    first === null
      ? beginVisit({
          next: async (token, left) => {
            if (left !== null) await releaseLeases(actor, { token: left });
            return claimQuestions(actor, { token, filters, after: [], count: 1 });
          },
          read: ({ questions }) => questions,
        })
      : null,
  ]);
  return (
    <>
      {given !== null && <VisitName visit={given.visit} />}
      <Desk userId={actor.userId} filters={filters} load={load} given={given} first={first} />
    </>
  );
}
