import { publicRoute } from "@/lib/people/access/route";
import { publicLatestRelease } from "@/lib/dataset/releases/queries";

/** The stable address of the newest release's page. */
export const GET = publicRoute(
  async () =>
    new Response(null, {
      status: 307,
      headers: {
        location: `/public/releases/${await publicLatestRelease()}`,
        "cache-control": "no-cache",
      },
    }),
);
