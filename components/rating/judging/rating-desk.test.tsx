import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { DeskCampaign, RatingItem } from "@/lib/rating/judging/queries";
import { RatingDesk } from "./rating-desk";

const campaign: DeskCampaign = {
  id: 1,
  name: "Autumn",
  instructions: "",
  status: "open",
  deadline: null,
  done: 0,
  total: 30,
  teamDone: 0,
  teamTotal: 30,
  qualified: true,
  protocol: null,
  idleSeconds: 60,
  ranOn: null,
};
const item: RatingItem = {
  taskId: 7,
  questionId: 17,
  revisionId: 170,
  question: "Who leads the council?",
  category: "slow-changing",
  factType: "slow-changing",
  hops: "one-hop",
  answers: ["Ada Brandt"],
  answersOf: "2026-11-23",
  sources: [],
  note: "",
  effectiveYear: null,
  response: "It is Ada Brandt.",
  rich: null,
};

it("the server draws the item that came with the page, so that it is seen before any script runs", () => {
  const drawn = (given: { visit: string; items: RatingItem[] } | null) =>
    renderToStaticMarkup(
      <RatingDesk raterId={1} campaign={campaign} given={given} examples={[]} />,
    );
  const html = drawn({ visit: "page", items: [item] });
  expect(html).toContain('data-item="7"');
  for (const words of [item.question, "Ada Brandt", item.response]) expect(html).toContain(words);
  expect(html).not.toContain("aria-busy");
  expect(drawn({ visit: "page", items: [{ ...item, taskId: 8 }] })).toContain('data-item="8"');
});
