import { startModelServices, type ModelServices } from "@/prisma/testing/model-services";
import { ARTICLE_ANSWER } from "@/prisma/testing/web-site";
import { expect, expectAccessible, signIn, test } from "../support/journey";
import { addConnection, addModel, choose } from "../support/services";
import { unfold } from "../support/folds";

/*
 * The way of an answer from pages, in the browser: services and the pages of their host are allowed, WebGLM's method gets an
 * embedding model, a job runs, and its responses have references, a citation check and stages.
 */

const ADMIN = "femi@freshqa.example";
const MAINTAINER = "carlos@freshqa.example";
const RELEASE = "FreshQA_v11022026";
const METHOD = "WebGLM, pages journey";
const RUN = "Answers from pages";

let services: ModelServices;
test.beforeAll(async () => {
  services = await startModelServices();
});
test.afterAll(() => services.stop());

test("questions are answered from pages that a search finds, with citations, references and the time of each stage", async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto("/connections?show=hosts");
  await page.getByRole("textbox", { name: "Host and port" }).fill(services.origin);
  await page.getByRole("checkbox", { name: "Pages that a search finds there may be read" }).check();
  await page.getByRole("button", { name: "Allow host" }).click();
  await expect(page.getByText("Services, pages").first()).toBeVisible();
  await expectAccessible(page);
  await addConnection(page, {
    service: "Serper",
    name: "Pages search",
    url: `${services.origin}/serper/pages`,
  });
  await addConnection(page, { service: null, name: "Pages models", url: `${services.origin}/v1` });
  await addModel(page, "pages/ok", "Pages responder");
  await addModel(page, "pages-embeddings/ok", "Pages embeddings");

  await signIn(page, MAINTAINER);
  await page.goto("/methods/new?from=webglm#custom");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(METHOD);
  await unfold(page);
  await page.getByRole("textbox", { name: "Seconds for a page" }).fill("2");
  await choose(page, "Embedding model", "Pages embeddings · Pages models");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add method", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: METHOD })).toBeVisible();
  await expect(page.getByText("Pages embeddings · Pages models").first()).toBeVisible();

  await page.goto("/jobs/new");
  await choose(page, "Method", `${METHOD}, version 1`);
  await choose(page, "Model", "Pages responder · Pages models");
  await choose(page, "Model of the run", "Kestrel 8B");
  await choose(page, "Search connection", "Pages search");
  await choose(page, "Release", RELEASE);
  await page.getByRole("textbox", { name: "Run name" }).fill(RUN);
  await unfold(page);
  await page.getByLabel("Date in prompts").fill("2026-11-22");
  await page.getByRole("textbox", { name: "Random sample" }).fill("2");
  await page.getByRole("button", { name: "Dry run" }).click();
  await expect(page.getByText(/^Embeddings: up to 64 paragraphs/)).toBeVisible();
  expect(await services.received()).toHaveLength(0);
  await page.getByRole("button", { name: "Start job" }).click();
  await expect(page.getByText("Answered: 2")).toBeVisible();

  await page.getByRole("table").getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Step 2: pages" })).toBeVisible();
  await expect(page.getByText("6 not read")).toBeVisible();
  await expect(page.getByText(/^Not read: .* answered 404\.$/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Step 3: embeddings" })).toBeVisible();
  await expectAccessible(page);

  await page.goto("/jobs");
  await page.getByRole("link", { name: RUN }).first().click();
  const means = page.getByRole("region", { name: "Stages" });
  await expect(means).toContainText("Means of 2 responses");
  await expectAccessible(page);
  await page
    .getByRole("link", { name: /^5 references/ })
    .first()
    .click();
  await expect(page.getByText(ARTICLE_ANSWER).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Citation check" })).toBeVisible();
  const stages = page.getByRole("region", { name: "Stages" });
  await expect(stages).toContainText("Of one response");
  await expect(stages.getByRole("row", { name: /^Embeddings/ })).toContainText(
    "5 paragraphs compared · 120 tokens",
  );
  await expectAccessible(page);
});
