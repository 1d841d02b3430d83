import type { Metadata } from "next";
import { OfflineDesk } from "@/components/rating/judging/offline-desk";
import { requireActor } from "@/lib/people/access/session";
import { getRaterStatus } from "@/lib/rating/judging/queries";
import { listExamples } from "@/lib/rating/training/queries";

export const metadata: Metadata = { title: "Rate" };

/** The desk without anyone's data, as the device keeps it for when no server is reached (public/desk-worker.js). */
export default async function OfflineDeskPage() {
  const actor = await requireActor("ratings.judge");
  // They are the training's answers.
  const { qualified } = await getRaterStatus(actor);
  return <OfflineDesk examples={qualified ? listExamples(actor) : []} />;
}
