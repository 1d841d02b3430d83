import { Home } from "@/components/home/home";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { getOverview } from "@/lib/home/queries";

export const metadata = { title: "Home" };

const NOTHING = {
  questions: 0,
  overdue: 0,
  everyRelease: 0,
  changedSinceRelease: 0,
  lastRelease: null,
  lastImport: null,
  flags: null,
  cases: null,
  submissions: null,
  jobs: null,
  rating: null,
};

export default async function HomePage() {
  const actor = await requireActor();
  const standing = may(actor, "questions.read") ? await getOverview(actor) : NOTHING;
  return (
    <>
      <PageHeader
        title={`Hello, ${actor.name}`}
        description="Dataset status and your next steps."
      />
      <Home roles={actor.roles} standing={standing} />
    </>
  );
}
