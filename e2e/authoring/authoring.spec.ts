import { readFileSync } from "node:fs";
import { expect, expectAccessible, expectFits, SCREENS, signIn, test } from "../support/journey";

const AUTHOR = "ada@freshqa.example";
const OTHER_AUTHOR = "bea@freshqa.example";
const MAINTAINER = "carlos@freshqa.example";
const OTHER_MAINTAINER = "dana@freshqa.example";

const QUESTION = "Which harbour town near Quillmoor hosts the annual lantern regatta?";
/** One of the sample dataset's. */
const SAMPLE_QUESTION =
  'In which cemetery is the composer of the symphony "From the New World" buried?';

// One question goes from its draft by way of a return and an acceptance to a release and the report.
test.describe.configure({ mode: "serial" });

test("an annotator writes a question: the form asks what its category needs, saves the draft and refuses what is wrong", async ({
  page,
}) => {
  await signIn(page, AUTHOR);
  await page.goto("/write");
  await expect(page.getByRole("heading", { name: "Needed questions" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "New question", exact: true }).first().click();

  await page.getByRole("radio", { name: "Fast-changing" }).check();
  await expect(page.getByLabel("How often does the answer change?")).toBeVisible();
  await page.getByLabel("How often does the answer change?").selectOption("more-than-weekly");
  await expect(
    page.getByText("Answers that change more than weekly", { exact: false }).first(),
  ).toBeVisible();
  await page.getByRole("radio", { name: "False premise" }).check();
  await expect(page.getByLabel("What is wrong with the premise")).toBeVisible();
  await page.getByRole("radio", { name: "Slow-changing" }).first().check();
  await expect(page.getByLabel("What is wrong with the premise")).toHaveCount(0);
  await page.getByRole("radio", { name: "One-hop" }).check();
  await page.getByRole("textbox", { name: "Question", exact: true }).fill(QUESTION);
  await page.getByRole("textbox", { name: "Primary answer", exact: true }).fill("March 4, 1907");
  // Offered, not added.
  await expect(page.getByRole("textbox", { name: "Answer 2", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "4 March 1907" }).click();
  await expect(page.getByRole("textbox", { name: "Answer 2", exact: true })).toHaveValue(
    "4 March 1907",
  );
  await page.getByRole("textbox", { name: "Primary answer", exact: true }).fill("Port Ellery");
  await page.getByRole("button", { name: "Remove Answer 2" }).click();

  await page.getByRole("textbox", { name: "Evidence 1", exact: true }).fill("javascript:alert(1)");
  await page.getByRole("textbox", { name: "Question", exact: true }).press("Control+Enter");
  await expect(
    page.getByText("Enter a URL starting with https:// or http://.", { exact: true }),
  ).toBeVisible();
  await expect(
    page.getByText("Enter the year the answer last changed.", { exact: true }),
  ).toBeVisible();
  await page
    .getByRole("textbox", { name: "Evidence 1", exact: true })
    .fill("https://harbour.example/regatta#:~:text=Port%20Ellery%20hosts,the%20regatta");
  await expect(page.getByText("“Port Ellery hosts … the regatta”")).toBeVisible();
  await page.getByLabel("Effective year").fill("2024");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await expect(page).toHaveURL(/\/write\/\d+$/);
  await expectAccessible(page);

  // A reload finds everything again.
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Question", exact: true })).toHaveValue(QUESTION);
  await expect(page.getByLabel("Effective year")).toHaveValue("2024");
  await page.getByRole("textbox", { name: "Question", exact: true }).press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1, name: QUESTION })).toBeVisible();
  await expect(page.getByText("– in review")).toBeVisible();
});

test("what the server could not be told survives a reload, and is saved then", async ({ page }) => {
  await signIn(page, OTHER_AUTHOR);
  page.on("dialog", (dialog) => void dialog.accept());
  await page.goto("/write/new?category=slow-changing&hops=one-hop");
  const question = page.getByRole("textbox", { name: "Question", exact: true });
  // The first save arrives, but its answer is lost; nothing after it gets through.
  let reached = false;
  await page.route("**/write/**", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    if (!reached) await route.fetch();
    reached = true;
    return route.abort();
  });
  await question.fill("Who keeps the lighthouse of Quillmoor?");
  await expect(page.getByText("Not saved, retrying…")).toBeVisible();
  await question.fill("Who keeps the old lighthouse of Quillmoor?");
  await expect(page.getByText("Not saved, retrying…")).toBeVisible();
  await page.unroute("**/write/**");
  await page.reload();
  await expect(question).toHaveValue("Who keeps the old lighthouse of Quillmoor?");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.goto("/write");
  await expect(
    page.getByRole("link", { name: "Who keeps the old lighthouse of Quillmoor?" }),
  ).toHaveCount(1);
  await expect(page.getByText("Who keeps the lighthouse of Quillmoor?")).toHaveCount(0);
});

test("while typing, the nearest question of the dataset is shown, and submitting asks how this one differs", async ({
  page,
}) => {
  await signIn(page, OTHER_AUTHOR);
  await page.goto("/write/new?category=never-changing&hops=one-hop");
  await page
    .getByRole("textbox", { name: "Question", exact: true })
    .fill(SAMPLE_QUESTION.replace("In which cemetery", "At what cemetery"));
  await expect(page.getByText("% similar, possible duplicate").first()).toBeVisible();
  await page.getByRole("textbox", { name: "Primary answer", exact: true }).fill("Something else");
  await page
    .getByRole("textbox", { name: "Evidence 1", exact: true })
    .fill("https://harbour.example/other");
  await page.getByRole("button", { name: "Submit for review" }).click();
  await expect(
    page.getByText("Explain how your question differs", { exact: false }).first(),
  ).toBeVisible();
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw question" }).click();
  await expect(page).toHaveURL(/\/write$/);
});

test("another author who begins to write the same learns that it was submitted, but not by whom; its author sees that it is theirs", async ({
  page,
}) => {
  await signIn(page, OTHER_AUTHOR);
  await page.goto("/write/new?category=slow-changing&hops=one-hop");
  const nearest = page.getByRole("region", { name: "Similar questions" });
  await page
    .getByRole("textbox", { name: "Question", exact: true })
    .fill(QUESTION.replace("hosts the annual", "holds each year the"));
  await expect(nearest.getByText("In review")).toBeVisible();
  await expect(nearest.getByText(QUESTION)).toBeVisible();
  await expect(nearest.getByText("Port Ellery")).toBeVisible();
  await expect(nearest.getByText("Ada", { exact: false })).toHaveCount(0);
  await expect(nearest.getByRole("link", { name: "Yours" })).toHaveCount(0);
  await expectAccessible(page);
  await expect(page.getByText("Draft saved")).toBeVisible();

  await signIn(page, AUTHOR);
  await page.goto("/write/new?category=slow-changing&hops=one-hop");
  await page.getByRole("textbox", { name: "Question", exact: true }).fill(QUESTION);
  await expect(nearest.getByRole("link", { name: "Yours" })).toBeVisible();
  await expect(page.getByText("Draft saved")).toBeVisible();
});

test("a maintainer returns it with a comment on a field, and the author finds that in the inbox and submits again", async ({
  page,
  browser,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/submissions");
  await expect(page.getByRole("link", { name: QUESTION })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Start reviewing/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: QUESTION })).toBeVisible();
  await expect(page.getByText("harbour.example is a new evidence domain.")).toBeVisible();
  await expect(page.getByText("Reserved for you while this page is open")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("radio", { name: "Request changes" }).check();
  await page.getByLabel("Comment on a field").selectOption("answers");
  await page
    .getByLabel("About: Answers")
    .fill("The town is also written as one word: please add that.");
  await page.getByLabel("Overall comment").fill("Nearly there.");
  await page.getByRole("button", { name: "Request changes", exact: true }).click();
  await expect(page.getByText("Returned to author")).toBeVisible();

  const author = await (
    await browser.newContext({ baseURL: new URL(page.url()).origin })
  ).newPage();
  await signIn(author, AUTHOR);
  await author.goto("/");
  await expect(author.getByRole("link", { name: /Inbox/ })).toContainText("1");
  await author.getByRole("link", { name: /Inbox/ }).click();
  await expectAccessible(author);
  await author
    .getByRole("link", { name: /Carlos Medina requested changes to your question/ })
    .click();
  await expect(author.getByText("The town is also written as one word").first()).toBeVisible();
  await expect(
    author.getByRole("region", { name: "Carlos Medina requested changes" }),
  ).toContainText("Nearly there.");
  const changed = author.getByRole("region", { name: "Changed since round 1" });
  await expect(changed).toContainText("No changes yet");
  await author.getByRole("button", { name: "Add answer" }).click();
  await author.getByRole("textbox", { name: "Answer 2", exact: true }).fill("Portellery");
  await expect(changed.getByRole("insertion")).toContainText("Portellery");
  await author.getByRole("button", { name: "Reply", exact: true }).first().click();
  await author.getByLabel("Reply to Carlos Medina").pressSequentially("@carl");
  await author.getByRole("option", { name: "Carlos Medina" }).click();
  await expect(author.getByLabel("Reply to Carlos Medina")).toHaveValue("@Carlos Medina ");
  await author.getByLabel("Reply to Carlos Medina").fill("@Carlos Medina, done.");
  await author.getByRole("button", { name: "Reply" }).click();
  await expect(author.getByText("@Carlos Medina, done.")).toBeVisible();
  await expect(author.getByText("Draft saved")).toBeVisible();
  await author.getByRole("button", { name: "Resubmit" }).click();
  await expect(author.getByText("– in review")).toBeVisible();
  await author.context().close();
});

test("two maintainers on one queue never meet: the second is told who is at it", async ({
  page,
  browser,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/submissions");
  await page.getByRole("button", { name: /^Start reviewing/ }).click();
  await expect(page.getByText("Reserved for you while this page is open")).toBeVisible();
  const address = page.url();

  const other = await (await browser.newContext({ baseURL: new URL(address).origin })).newPage();
  await signIn(other, OTHER_MAINTAINER);
  await other.goto("/submissions");
  await expect(other.getByText("reviewer: Carlos Medina")).toBeVisible();
  await other.getByRole("button", { name: /^Start reviewing/ }).click();
  await expect(other.getByText("being reviewed by others")).toBeVisible();
  await other.goto(address);
  await expect(other.getByText("Carlos Medina is reviewing this question now")).toBeVisible();
  await expect(other.getByRole("radio", { name: "Accept into dataset" })).toHaveCount(0);
  await expect(page.getByText("Dana Whitfield is viewing")).toBeAttached();
  await expect(other.getByText("Carlos Medina is viewing")).toBeAttached();
  await other.context().close();
});

test("accepted, it stands in the grid under its author's name and in the next release", async ({
  page,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/submissions");
  await page.getByRole("link", { name: QUESTION }).click();
  await expect(page.getByText("@Carlos Medina, done.")).toBeVisible();
  const changed = page.getByRole("region", { name: "Changed since round 1" });
  await expect(changed.getByRole("insertion")).toContainText("Portellery");
  await expect(changed.getByRole("deletion")).toHaveCount(0);
  await expect(changed.getByRole("term")).toHaveText(["Answers"]);
  await page.getByRole("radio", { name: "Accept into dataset" }).check();
  await page.getByLabel("Split").selectOption("TEST");
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await expect(page.getByText(/Accepted as Q\d+ · TEST/)).toBeVisible();

  await page.goto(`/questions?q=${encodeURIComponent(QUESTION)}`);
  await page.getByRole("link", { name: QUESTION }).first().click();
  await expect(page.getByText("Portellery", { exact: true })).toBeVisible();
  await expect(page.getByText(/by Ada Brandt/).first()).toBeVisible();

  await page.goto("/releases/new");
  await page.getByLabel("Name").fill("FreshQA_v03152024");
  await page.getByRole("button", { name: /^Publish \d+ questions$/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish release" }).click();
  await expect(page).toHaveURL(/FreshQA_v03152024$/);
  const csv = await (
    await page.request.get("/api/releases/FreshQA_v03152024/FreshQA_v03152024.csv")
  ).text();
  expect(csv).toContain(`TEST,${QUESTION},2024,occasionally,FALSE,one-hop,slow-changing,`);
});

test("the contribution report counts it, as a table and as CSV", async ({ page }) => {
  await signIn(page, MAINTAINER);
  await page.goto("/contributions");
  await expect(page.getByRole("row", { name: /Ada Brandt/ })).toContainText("1");
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "CSV" }).click(),
  ]);
  const [header, ...records] = readFileSync(await download.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(header).toContain("annotator,email,written,accepted");
  expect(records.find((record) => record.startsWith("Ada Brandt,"))).toMatch(
    /^Ada Brandt,ada@freshqa\.example,\d+,1,0,/,
  );
});

test("a draw of splits is previewed, applied, and comes out the same again", async ({ page }) => {
  await signIn(page, MAINTAINER);
  await page.goto("/splits");
  await expectAccessible(page);
  await page.getByLabel("Seed").fill("journey");
  await page.getByLabel("TEST per category").first().fill("3");
  await page.getByLabel("DEV per category").first().fill("1");
  await page.getByLabel("DEMO total").first().fill("4");
  await page.getByRole("radio", { name: /All active questions/ }).check();
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByText(/would move/)).toBeVisible();
  await preview.getByRole("button", { name: "Apply splits" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Move questions" }).click();
  await expect(page.getByText(/Moved \d+ questions/)).toBeVisible();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(preview.getByText("0", { exact: true }).first()).toBeVisible();
  await expect(preview.getByRole("button", { name: "Apply splits" })).toBeDisabled();
  await page.getByRole("button", { name: "Undo assignment with seed journey" }).click();
  await expect(page.getByText("Undone", { exact: true })).toBeVisible();
});

test("the desks are closed to others, and fit a phone in the dark", async ({ page }) => {
  await signIn(page, AUTHOR);
  for (const closed of ["/submissions", "/splits"])
    expect((await page.goto(closed))?.status()).toBe(403);
  expect((await page.goto("/submissions/1"))?.status()).toBe(403);
  await signIn(page, "eli@freshqa.example");
  expect((await page.goto("/write"))?.status()).toBe(403);
  await signIn(page, AUTHOR);
  const phone = SCREENS[1];
  await page.setViewportSize(phone.viewport);
  await page.emulateMedia({ colorScheme: phone.colorScheme });
  for (const address of [
    "/write",
    "/write/new?category=false-premise&hops=multi-hop",
    "/inbox",
    "/contributions",
    "/account",
  ]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
  }
});
