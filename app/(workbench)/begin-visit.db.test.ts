import type { ReactElement } from "react";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { LEFT_VISIT_COOKIE } from "@/components/desk/left-visit";
import type { Given } from "@/components/desk/machine-state";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { makeRating } from "@/prisma/factories/rating";
import { addQuestion } from "@/prisma/testing/questions";
import { sampleContent } from "@/prisma/testing/content";
import AdjudicationDeskPage from "./adjudication/desk/page";
import RatingDeskPage from "./rate/[campaign]/page";
import RefreshDeskPage from "./refresh/desk/page";

/** Of the request: the framework's own exist only in one of its requests. */
const request = vi.hoisted(() => ({
  actor: null as Actor | null,
  headers: {} as Record<string, string>,
  cookie: undefined as string | undefined,
}));
vi.mock("@/lib/people/access/session", () => ({ requireActor: async () => request.actor }));
vi.mock("next/headers", () => ({
  headers: async () => new Headers(request.headers),
  cookies: async () => ({
    get: (name: string) =>
      name === LEFT_VISIT_COOKIE && request.cookie !== undefined
        ? { value: request.cookie }
        : undefined,
  }),
}));
afterAll(disconnect);

const WHOLE = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
beforeEach(() => {
  request.headers = WHOLE;
  request.cookie = undefined;
});
const as = (userId: number, role: Actor["roles"][number]) => {
  request.actor = { userId, name: `User ${userId}`, roles: [role], via: "web" };
};

type Page = ReactElement<{ children: readonly (ReactElement<Shown> | false)[] }>;
interface Shown {
  given?: Given<Record<string, unknown>> | null;
  visit?: string;
}
/** What a page came with; its visit is named to the browser, too. */
const cameWith = async (page: Promise<unknown>) => {
  const [name, desk] = ((await page) as Page).props.children;
  const given = (desk as ReactElement<Shown>).props.given!;
  expect(given === null ? name : (name as ReactElement<Shown>).props.visit).toBe(
    given === null ? false : given.visit,
  );
  return given as Shown["given"];
};
const nothing = Promise.resolve({});

/** The desks, each with work for whoever is signed in then, and how its page shows which item came with it. */
const DESKS = {
  rating: async () => {
    const { campaignId, raterIds } = await withConnection((client) =>
      makeRating(client, { questions: 4, raters: 1, ratingsPerResponse: 1, judged: 0 }),
    );
    await db.qualification.create({
      data: { raterId: raterIds[0]!, attempt: 1, score: 15, threshold: 12 },
    });
    as(raterIds[0]!, "rater");
    const params = Promise.resolve({ campaign: String(campaignId) });
    return { page: () => RatingDeskPage({ params }), idOf: (item: object) => at(item, "taskId") };
  },
  adjudication: async () => {
    await withConnection((client) => makeRating(client, { questions: 4, agreement: 0 }));
    const { id } = await db.user.create({
      data: { email: "gina@test.example", name: "Gina", roles: ["adjudicator"] },
    });
    as(id, "adjudicator");
    return {
      page: () => AdjudicationDeskPage({ params: nothing, searchParams: nothing }),
      idOf: (item: object) => at(at(item, "item") as object, "taskId"),
    };
  },
  refresh: async () => {
    const { id } = await db.user.create({
      data: { email: "carlos@test.example", name: "Carlos", roles: ["maintainer"] },
    });
    as(id, "maintainer");
    const due = { policy: "frequently", on: null } as const;
    for (const question of ["Who is first?", "Who is second?"])
      await addQuestion(
        request.actor!,
        sampleContent({ question, nextReview: due, factType: "fast-changing" }),
      );
    await db.$executeRaw`UPDATE question_heads SET verified_on = NULL, answers_since = dataset_today() - 20 - question_id`;
    return {
      page: () => RefreshDeskPage({ params: nothing, searchParams: nothing }),
      idOf: (item: object) => at(item, "id"),
    };
  },
};
const at = (item: object, field: string) => (item as Record<string, unknown>)[field];

it.each(Object.keys(DESKS) as (keyof typeof DESKS)[])(
  "the page of the %s desk comes with its first item, which a reload shows again and another window does not",
  async (desk) => {
    const { page, idOf } = await DESKS[desk]();
    const open = () => cameWith(page());
    const first = await open();
    expect(first!.items).toHaveLength(1);
    const other = await open();
    expect(other!.visit).not.toBe(first!.visit);
    expect(idOf(other!.items[0]!)).not.toBe(idOf(first!.items[0]!));
    // The browser asks for a page again before it lets go of it.
    request.cookie = first!.visit;
    const again = await open();
    expect(again!.visit).not.toBe(first!.visit);
    expect(idOf(again!.items[0]!)).toBe(idOf(first!.items[0]!));
  },
);

it("nothing is given to what is not a page that someone opens", async () => {
  const { page } = await DESKS.rating();
  for (const headers of [
    { accept: "*/*" },
    { accept: "text/x-component" },
    {},
    { ...WHOLE, "sec-purpose": "prefetch" },
  ]) {
    request.headers = headers as Record<string, string>;
    expect(await cameWith(page())).toBeNull();
  }
  expect(await db.handingOut.count({ where: { raterId: request.actor!.userId } })).toBe(0);
});
