import type { Page } from "@playwright/test";
import { rowsOf } from "@/prisma/testing/rows";
import { expect, signIn, test } from "../support/journey";
import { takePicture } from "../support/pictures";
import { ITEM, rate, rateWithoutDesk, saving } from "../support/rating";

/*
 * What the first command shows. The pictures of README and guides are taken here: each page is waited for by something
 * that the text beside the picture speaks of. `npm run pictures` keeps them.
 */
test.use({ beginning: "sample", timezoneId: "UTC" });
// The last pictures rate what is open in the sample.
test.describe.configure({ mode: "serial" });

/** What half of the pilot leaves each of its raters, and a part of it. */
const LEFT = 35;
const SOME = 10;

/** Signs in as a sample account, whose offer of a tour is put aside. */
async function comeAs(page: Page, name: string): Promise<void> {
  await signIn(page, `${name}@freshqa.example`);
  await page.goto("/");
  const offer = page.getByText("New here? A tour has three steps.");
  await expect(offer).toBeVisible();
  await page.getByRole("button", { name: "Skip", exact: true }).click();
  await expect(offer).toBeHidden();
}

test("a newcomer without an account sees a report with a picture after four clicks", async ({
  page,
}) => {
  await page.goto("/");
  // Led to the sign-in page, which lists the sample accounts and fills the form in.
  await page.getByRole("button", { name: /Hugo Sato/ }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("main").getByRole("link", { name: "Reports", exact: true }).click();
  await page.getByRole("link", { name: "Accuracy", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Accuracy" })).toBeVisible();
  const table = page.getByRole("table", { name: "Accuracy, Relaxed" });
  await expect(table).toContainText("Heron 2 Large (sample)");
  await expect(
    page.getByRole("region", { name: "Chart: Relaxed accuracy by category" }),
  ).toBeVisible();
});

test("the sample's pages are pictured: dataset, refreshing, releases, authoring", async ({
  page,
}) => {
  await comeAs(page, "carlos");
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Accuracy" })).toContainText("n = 60");
  await takePicture(page, "home");

  await page.goto("/questions");
  const cell = page.getByRole("gridcell", { name: /Youth Olympic Games/ });
  await cell.click();
  await page.keyboard.press("Space");
  await expect(page.getByRole("complementary", { name: /^Q\d+$/ })).toContainText("Dakar");
  await takePicture(page, "questions");

  await page.goto("/refresh");
  await page.getByRole("link", { name: /^Refresh answers/ }).click();
  await expect(page.getByRole("article", { name: /^Q\d+$/ })).toBeVisible();
  await takePicture(page, "refresh");

  await page.goto("/releases/compare");
  await expect(page.getByRole("main")).toContainText("Which African city was the first to host");
  await takePicture(page, "compare-releases");

  await page.goto("/submissions");
  await page.getByRole("button", { name: /^Start reviewing/ }).click();
  await expect(page.getByRole("heading", { name: "Similar questions" })).toBeVisible();
  await takePicture(page, "submission");

  await page.goto("/campaigns");
  await page.getByRole("link", { name: "Sample study: three models", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Agreement so far" })).toBeVisible();
  await takePicture(page, "campaign");

  await page.context().clearCookies();
  await page.goto("/public");
  await expect(
    page.getByRole("heading", { level: 2, name: "How its answers change" }),
  ).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Heron 2 Large (sample)");
  await takePicture(page, "public");

  await comeAs(page, "ada");
  await page.goto("/write/new");
  await page.getByRole("radio", { name: /^Fast-changing/ }).check();
  await takePicture(page, "new-question");

  await comeAs(page, "femi");
  await page.goto("/members");
  await expect(page.getByRole("row", { name: /Ada Brandt/ })).toContainText("annotator");
  await takePicture(page, "members");
});

test("the sample's pages are pictured: results and rating", async ({ page, server }) => {
  await comeAs(page, "hugo");
  await page.goto("/reports/accuracy");
  await expect(page.getByRole("table", { name: "Accuracy, Relaxed" })).toBeVisible();
  await takePicture(page, "accuracy");

  await page.goto("/methods");
  await expect(
    page.getByRole("link", { name: "FreshPrompt, notebook other models" }),
  ).toBeVisible();
  await takePicture(page, "methods");

  await page.goto("/jobs");
  await page.getByRole("link", { name: /Generate responses$/ }).click();
  await page.getByRole("link", { name: "Who is the Director-General of UNESCO?" }).click();
  await expect(page.getByRole("heading", { name: "Trace" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Step 2: model");
  await takePicture(page, "trace");

  await page.goto("/reports/agreement?show=evaluator");
  await expect(page.getByRole("main")).toContainText("FreshEval (sample) and Rater 1");
  await page
    .getByRole("heading", { name: "Automatic evaluator and two raters" })
    .evaluate((heading) => heading.scrollIntoView());
  await takePicture(page, "evaluator");

  await comeAs(page, "bea");
  await page.goto("/rate");
  await page.getByRole("link", { name: /^Continue/ }).click();
  await expect(page.locator(ITEM)).toBeVisible();
  await takePicture(page, "rate");

  // Two raters who never agree: one on what she gets first, the other on all that is left to him.
  for (let rated = 0; rated < SOME; rated++) await rate(page, "1", "1");
  await expect(saving(page)).toHaveText("Saved");
  await signIn(page, "eli@freshqa.example");
  const [eli] = await rowsOf<{ campaignId: number; raterId: number }>(
    server.databaseUrl,
    `SELECT c.id AS "campaignId", u.id AS "raterId" FROM campaigns c, users u
     WHERE c.status = 'open' AND u.email = 'eli@freshqa.example'`,
  );
  await rateWithoutDesk(
    page,
    eli!,
    Array.from({ length: LEFT }, () => false),
  );

  await comeAs(page, "gina");
  await page.goto("/adjudication");
  await page.getByRole("link", { name: "Start adjudicating" }).click();
  await expect(page.getByRole("region", { name: "Ratings" })).toBeVisible();
  await takePicture(page, "adjudicate");
});
