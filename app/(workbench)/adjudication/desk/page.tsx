import type { Metadata } from "next";
import { AdjudicationDesk } from "@/components/rating/adjudication/adjudication-desk";
import { requireActor } from "@/lib/people/access/session";
import { claimCases, releaseCases } from "@/lib/rating/adjudication/commands";
import { listCases } from "@/lib/rating/adjudication/queries";
import { beginVisit } from "../../begin-visit";
import { VisitName } from "../../visit-name";
import { adjudicationDeskPage } from "@/lib/rating/adjudication/address";

export const metadata: Metadata = { title: "Adjudicate" };

export default async function AdjudicationDeskPage({
  searchParams,
}: PageProps<"/adjudication/desk">) {
  const actor = await requireActor("ratings.adjudicate");
  const { task: first, ...filters } = adjudicationDeskPage.read(await searchParams);
  const [{ total, more }, given] = await Promise.all([
    listCases(actor, filters),
    beginVisit({
      next: async (token, left) => {
        if (left !== null) await releaseCases(actor, { token: left });
        return claimCases(actor, { token, filters, except: [], first, count: 1 });
      },
      read: ({ cases }) => cases,
    }),
  ]);
  return (
    <>
      {given !== null && <VisitName visit={given.visit} />}
      <AdjudicationDesk
        userId={actor.userId}
        filters={filters}
        total={total}
        more={more}
        given={given}
        first={first}
      />
    </>
  );
}
