import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { CaseView } from "@/lib/rating/adjudication/queries";
import { AdjudicationHistory } from "./adjudication-history";

const said = { id: 1, reason: "So it is.", by: null, at: "2026-11-01T10:00:00.000Z" };
const history = (view: object) =>
  renderToStaticMarkup(<AdjudicationHistory view={view as CaseView} />);

it("an outcome of other protocols than Relaxed and Strict is called answers, not a verdict", () => {
  const words = [{ key: "fluency", label: "Fluency", words: "No errors" }];
  const answers = history({
    protocol: { differing: ["fluency"] },
    adjudications: [{ ...said, words }],
  });
  expect(answers).toContain("Final answers");
  expect(answers).not.toMatch(/verdict/i);
  expect(
    history({ protocol: null, adjudications: [{ ...said, relaxed: true, strict: true }] }),
  ).toContain("Final verdict");
});
