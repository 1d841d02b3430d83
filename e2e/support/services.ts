import type { Page } from "@playwright/test";
import { expect } from "./journey";

/** Chooses an option of a combobox. A long list shows its first options alone: one looks for the rest by typing. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const box = page.getByRole("combobox", { name: label, exact: true });
  await box.click();
  if (await box.isEditable()) await box.fill(option.split(" ·")[0]!);
  await page.getByRole("option", { name: option }).click();
}

interface NewConnection {
  /** null: what the form begins with, an OpenAI-compatible server. */
  service: string | null;
  name: string;
  url: string;
  /** Without one, the service needs none. */
  key?: string;
}

/** An admin adds a connection, whose page is open then. */
export async function addConnection(
  page: Page,
  { service, name, url, key }: NewConnection,
): Promise<void> {
  await page.goto("/connections/new");
  if (service !== null) await choose(page, "Service", service);
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "URL", exact: true }).fill(url);
  if (key === undefined) await page.getByRole("radio", { name: "None" }).check();
  else {
    await page.getByRole("radio", { name: "Enter here" }).check();
    await page.getByRole("textbox", { name: "API key" }).fill(key);
  }
  await page.getByRole("button", { name: "Add connection" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** Adds a model to the connection whose page is open. */
export async function addModel(page: Page, apiName: string, label: string): Promise<void> {
  await page.getByRole("button", { name: "Add model" }).click();
  const dialog = page.getByRole("dialog", { name: "Add model" });
  await dialog.getByRole("textbox", { name: "API name" }).fill(apiName);
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill(label);
  await dialog.getByRole("button", { name: "Add model" }).click();
  await expect(page.getByRole("cell", { name: label, exact: true })).toBeVisible();
}
