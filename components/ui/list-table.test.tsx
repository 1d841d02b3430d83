import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ListTable, type ListColumn } from "./list-table";

interface Person {
  name: string;
  age: number;
}
const PEOPLE: Person[] = [
  { name: "Ada", age: 36 },
  { name: "Bea", age: 41 },
];
const COLUMNS: ListColumn<Person>[] = [
  { title: "Name", as: "text", minWidth: 150, cell: ({ name }) => name },
  { title: "Age", meaning: "In years", as: "number", cell: ({ age }) => age },
  { title: "Actions", untitled: true, cell: () => <button type="button">Remove</button> },
];

const html = renderToStaticMarkup(
  <MantineProvider>
    <ListTable
      label="People"
      minWidth={600}
      columns={COLUMNS}
      rows={PEOPLE}
      rowKey={({ name }) => name}
    />
  </MantineProvider>,
);
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
