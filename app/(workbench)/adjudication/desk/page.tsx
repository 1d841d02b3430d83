import type { Metadata } from "next";
import { AdjudicationDesk } from "@/components/rating/adjudication/adjudication-desk";
import { requireActor } from "@/lib/people/access/session";
import { claimCases, releaseCases } from "@/lib/rating/adjudication/commands";
import { listCases } from "@/lib/rating/adjudication/queries";
import { queueAddressSchema } from "@/lib/rating/adjudication/schema";
import { beginVisit } from "../../begin-visit";
import { VisitName } from "../../visit-name";

export const metadata: Metadata = { title: "Adjudicate" };

export default async function AdjudicationDeskPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requireActor("ratings.adjudicate");
  const params = await searchParams;
  const { after: _after, ...filters } = queueAddressSchema.parse(params);
  // "?task=17" begins with that one.
  const first =
    typeof params.task === "string" && /^[1-9]\d{0,8}$/.test(params.task)
      ? Number(params.task)
      : null;
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
