import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { Sort } from "@/lib/platform/address";
import { ListTable, type ListColumn, type ListProps } from "./list-table";

interface Person {
  name: string;
  age: number;
}
const PEOPLE: Person[] = [
  { name: "Ada", age: 36 },
  { name: "Bea", age: 41 },
];
const COLUMNS: ListColumn<Person, "name">[] = [
  { title: "Name", sort: "name", as: "text", minWidth: 150, cell: ({ name }) => name },
  { title: "Age", meaning: "In years", as: "number", cell: ({ age }) => age },
  { title: "Actions", untitled: true, cell: () => <button type="button">Remove</button> },
];

const shown = (list: ListProps<Person, { sort: Sort<"name"> | null }>) =>
  renderToStaticMarkup(
    <MantineProvider>
      <ListTable
        {...list}
        label="People"
        minWidth={600}
        columns={COLUMNS}
        rowKey={({ name }) => name}
      />
    </MantineProvider>,
  );
const html = shown({ rows: PEOPLE });
const tags = (name: string) => html.match(new RegExp(`<${name}[ >][^>]*`, "g")) ?? [];

describe("a list", () => {
  it("is a table for screen readers however it is drawn", () => {
    expect(tags("table")).toEqual([expect.stringContaining('role="table"')]);
    expect(tags("tr").map((tag) => /role="([^"]*)"/.exec(tag)?.[1])).toEqual(Array(3).fill("row"));
    expect(tags("th").map((tag) => /role="([^"]*)"/.exec(tag)?.[1])).toEqual(
      Array(3).fill("columnheader"),
    );
    expect(tags("td").map((tag) => /role="([^"]*)"/.exec(tag)?.[1])).toEqual(Array(6).fill("cell"));
  });

  it("has the title of its column with each cell, for where a row is a card", () => {
    expect(tags("td").map((tag) => /data-title="([^"]*)"/.exec(tag)?.[1])).toEqual([
      "Name",
      "Age",
      "Actions",
      "Name",
      "Age",
      "Actions",
    ]);
  });

  it("says on hover what a short title stands for", () => {
    expect(tags("th").map((tag) => / title="([^"]*)"/.exec(tag)?.[1])).toEqual([
      undefined,
      "In years",
      undefined,
    ]);
  });

  it("leaves its widths to the style sheet, which a phone does without", () => {
    expect(tags("table")[0]).toContain("--list-width:600px");
    expect(html).toContain("--cell-least:150px");
    expect([...tags("table"), ...tags("td")].join()).not.toMatch(/min-width:/);
  });

  it("names the region that scrolls as no section around it is named", () => {
    expect(html).toContain('aria-label="People, as a table"');
  });
});

describe("the order of a list", () => {
  const href = ({ page, sort }: { page: number; sort?: Sort<"name"> | null }) =>
    `/people?page=${page}&sort=${sort?.descending === true ? "-" : ""}${sort?.column ?? ""}`;
  const linked = (list: string) => [...list.matchAll(/href="([^"]*)"/g)].map(([, to]) => to);
  const sorted = (list: string) => /aria-sort="([^"]*)"/.exec(list)?.[1];

  it.each([
    ["its usual one", null, undefined, "name"],
    ["upwards", { column: "name", descending: false }, "ascending", "-name"],
    ["downwards", { column: "name", descending: true }, "descending", ""],
  ] as const)("%s is followed by the next, from the first page", (_, sort, now, next) => {
    const list = shown({ rows: { rows: PEOPLE, total: 2, page: 1, pageSize: 9 }, sort, href });
    expect(sorted(list)).toBe(now);
    // In the heading, and for a phone, where there are no headings.
    expect(linked(list)).toEqual(Array(2).fill(`/people?page=1&amp;sort=${next}`));
  });

  it("is not offered where there is nothing to sort, nor where the list has but one", () => {
    expect(linked(shown({ rows: PEOPLE.slice(0, 1), href }))).toEqual([]);
    expect(linked(html)).toEqual([]);
  });
});

describe("the pages of a list", () => {
  const href = ({ page }: { page: number }) => `/people?page=${page}`;

  it("lead to the one before and the one after", () => {
    const list = shown({ rows: { rows: PEOPLE, total: 9, page: 2, pageSize: 2 }, href });
    expect(list).toContain("3–4 of 9");
    expect(list).toContain('href="/people?page=1"');
    expect(list).toContain('href="/people?page=3"');
  });

  it("are told from a list without rows, which says what it says of itself", () => {
    const empty = <p>No one yet</p>;
    const none = { rows: [], total: 0, page: 1, pageSize: 2 };
    expect(shown({ rows: none, href, empty })).toContain("No one yet");
    expect(shown({ rows: [], empty })).toContain("No one yet");
    const behind = shown({ rows: { ...none, total: 2, page: 7 }, href, empty });
    expect(behind).not.toContain("No one yet");
    expect(behind).toContain("Page 7 doesn&#x27;t exist");
  });
});
