import type { FootnoteDefinition, Image, LinkReference, Nodes, Root, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { isWebAddress } from "@/lib/dataset/questions/vocabulary";
import { anchorOf } from "@/lib/platform/anchor";
import { readMarks } from "@/lib/runs/references/marks";

/**
 * A response's Markdown as the few things that we draw. Safe by construction: there is no HTML in it, no image and no
 * link but to http(s); what would be one of these is text. Only a text of our own has links to pages and pictures.
 */
export type Rich =
  | {
      is: "text" | "code" | "block";
      text: string;
      /** Where each citation mark of a text begins in the response, as `locateMarks` found it; null: not found. */
      marks?: (number | null)[];
    }
  | {
      is:
        | "paragraph"
        | "strong"
        | "emphasis"
        | "deleted"
        | "quote"
        | "bullets"
        | "item"
        | "row"
        | "cell"
        | "table"
        | "note";
      of: Rich[];
    }
  | { is: "numbered"; from: number; of: Rich[] }
  /** `id`: what links lead to; in a text of our own. */
  | { is: "heading"; level: number; id?: string; of: Rich[] }
  /** A picture of the workbench, in a text of our own: public/pictures/NAME.webp. */
  | { is: "picture"; name: string; alt: string }
  | { is: "link"; href: string; of: Rich[] }
  | { is: "rule" | "break" };

/** Longer texts are shown as they are: no one reads them in full, and parsing them would take its time. */
const MAX_CHARACTERS = 60_000;

/**
 * So deep a nesting means a model that repeats itself; parsing it takes minutes, and drawing it more stack than there is.
 * More than twenty quotes or list items in one line, or a list item behind sixty blanks.
 */
const TOO_DEEP =
  /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){21}|^[ \t]{60,}(?:[-+*]|\d{1,9}[.)])[ \t]/m;

/** Each mark of emphasis is matched with those before it: the time of parsing grows with their square. */
const MAX_EMPHASES = 2_000;

/**
 * A response's Markdown (GitHub's flavour) as a tree. @returns null where the text is to be shown as it is.
 * @param options.exact every node says where it stands in the text; a few more addresses are then text
 */
export function parseMarkdown(text: string, { exact = false } = {}): Root | null {
  if (text.length > MAX_CHARACTERS || TOO_DEEP.test(text)) return null;
  if ((text.match(/\*+|_+|~+/g) ?? []).length > MAX_EMPHASES) return null;
  const flavour = gfmFromMarkdown();
  return fromMarkdown(text, {
    extensions: [gfm()],
    // Transforms make nodes that stand nowhere.
    mdastExtensions: [exact ? flavour.map((part) => ({ ...part, transforms: [] })) : flavour],
  });
}

/** What links lead to. */
interface Targets {
  /** The text is ours: addresses within the workbench are links, too. */
  ours: boolean;
  definitions: ReadonlyMap<string, string>;
  places: ReadonlySet<number>;
}

/**
 * What is drawn of a response's Markdown. @returns null where the text is to be shown as it is.
 * @param options.places of the references beside it: their marks stay text, whatever addresses the response has for their
 *   numbers
 * @param options.ours the text is no response but our own: it may link to pages of the workbench
 */
export function readMarkdown(
  text: string,
  { places = new Set(), ours = false }: { places?: ReadonlySet<number>; ours?: boolean } = {},
): Rich[] | null {
  const root = parseMarkdown(text);
  if (root === null) return null;
  const definitions = new Map<string, string>();
  const targets = { definitions, places, ours };
  const notes: FootnoteDefinition[] = [];
  const collect = (node: Nodes) => {
    if (node.type === "definition" && !definitions.has(node.identifier))
      definitions.set(node.identifier, node.url);
    if (node.type === "footnoteDefinition") notes.push(node);
    if ("children" in node) for (const child of node.children) collect(child);
  };
  collect(root);
  return [
    ...richOf(root.children, targets),
    // Citations at the end, each under its mark.
    ...notes.map((note): Rich => ({
      is: "note",
      of: [
        { is: "text", text: `[${note.label ?? note.identifier}] ` },
        ...richOf(note.children, targets),
      ],
    })),
    // "[1]: https://…" is drawn by Markdown nowhere; who judges wants to see what is cited.
    ...root.children
      .filter((node) => node.type === "definition")
      .map((node): Rich => ({
        is: "note",
        of: [
          { is: "text", text: `[${node.label ?? node.identifier}] ` },
          linkTo(node.url, [{ is: "text", text: node.url }], targets),
        ],
      })),
  ];
}

/** What is drawn of a response, its texts with the places of their citation marks, so that references lead back to them. */
export function locateMarks(parts: readonly Rich[], text: string): Rich[] {
  const marks = readMarks(text);
  let next = 0;
  const located = (part: Rich): Rich => {
    if ("of" in part) return { ...part, of: part.of.map(located) };
    if (!("text" in part)) return part;
    const found = readMarks(part.text).map(({ from, to }) => {
      const own = part.text.slice(from, to);
      const at = marks.findIndex(
        (mark, index) => index >= next && text.slice(mark.from, mark.to) === own,
      );
      if (at === -1) return null;
      next = at + 1;
      return marks[at]!.from;
    });
    // Those in code are passed over: they are none on the page.
    return found.length === 0 || part.is !== "text" ? part : { ...part, marks: found };
  };
  return parts.map(located);
}

function richOf(nodes: readonly RootContent[], targets: Targets): Rich[] {
  const { definitions } = targets;
  const inner = (node: { children: readonly unknown[] }) =>
    richOf(node.children as RootContent[], targets);
  return nodes.flatMap((node): Rich[] => {
    switch (node.type) {
      case "text":
        return [{ is: "text", text: node.value }];
      case "inlineCode":
        return [{ is: "code", text: node.value }];
      case "code":
        return [{ is: "block", text: node.value }];
      case "html":
        return [{ is: "text", text: node.value }];
      case "paragraph":
        return [{ is: "paragraph", of: inner(node) }];
      case "strong":
        return [{ is: "strong", of: inner(node) }];
      case "emphasis":
        return [{ is: "emphasis", of: inner(node) }];
      case "delete":
        return [{ is: "deleted", of: inner(node) }];
      case "blockquote":
        return [{ is: "quote", of: inner(node) }];
      case "heading":
        return [headingOf(node.depth, inner(node), targets)];
      case "list":
        return node.ordered
          ? [{ is: "numbered", from: node.start ?? 1, of: inner(node) }]
          : [{ is: "bullets", of: inner(node) }];
      case "listItem": {
        const box: Rich[] =
          node.checked === null || node.checked === undefined
            ? []
            : [{ is: "text", text: node.checked ? "[x] " : "[ ] " }];
        // One short line needs no paragraph around it.
        const only =
          node.children.length === 1 && node.children[0]!.type === "paragraph"
            ? node.children[0]
            : node;
        return [{ is: "item", of: [...box, ...inner(only)] }];
      }
      case "table":
        return [{ is: "table", of: inner(node) }];
      case "tableRow":
        return [{ is: "row", of: inner(node) }];
      case "tableCell":
        return [{ is: "cell", of: inner(node) }];
      case "link":
        return [linkTo(node.url, inner(node), targets)];
      case "linkReference": {
        const marks = marksOf(node, targets);
        if (marks !== null) return [{ is: "text", text: marks }];
        const url = definitions.get(node.identifier);
        return url === undefined ? inner(node) : [linkTo(url, inner(node), targets)];
      }
      case "image":
        return [(targets.ours && pictureAt(node)) || imageAs(node.alt ?? "", node.url)];
      case "imageReference":
        return [imageAs(node.alt ?? "", definitions.get(node.identifier) ?? "")];
      case "footnoteReference":
        return [{ is: "text", text: `[${node.label ?? node.identifier}]` }];
      case "thematicBreak":
        return [{ is: "rule" }];
      case "break":
        return [{ is: "break" }];
      // Drawn at the end.
      case "definition":
      case "footnoteDefinition":
        return [];
      default:
        return "children" in node
          ? inner(node as { children: readonly unknown[] })
          : "value" in node
            ? [{ is: "text", text: String(node.value) }]
            : [];
    }
  });
}

/** The marks that Markdown takes for a link: in "[1][2]" one to the second address. Null: it is a link. */
function marksOf({ children, identifier, referenceType }: LinkReference, { places }: Targets) {
  const [only, more] = children;
  if (only?.type !== "text" || more !== undefined) return null;
  const marks = referenceType === "full" ? [only.value, identifier] : [only.value];
  return marks.every((mark) => /^[1-9]\d*$/.test(mark) && places.has(Number(mark)))
    ? marks.map((mark) => `[${mark}]`).join("")
    : null;
}

/** What parts say, without how they look. */
const textOf = (parts: readonly Rich[]): string =>
  parts.map((part) => ("of" in part ? textOf(part.of) : "text" in part ? part.text : "")).join("");

function headingOf(level: number, of: Rich[], { ours }: Targets): Rich {
  return { is: "heading", level, ...(ours && { id: anchorOf(textOf(of)) }), of };
}

function linkTo(url: string, of: Rich[], { ours }: Targets): Rich {
  if (isWebAddress(url) || (ours && /^\/(?!\/)/.test(url))) return { is: "link", href: url, of };
  // What a link hides is shown: a verdict may hang on it.
  return { is: "note", of: textOf(of) === url ? of : [...of, { is: "text", text: ` (${url})` }] };
}

/** The picture that our own text shows, by its path from there, so that it is also seen where the text is read as a file. */
function pictureAt({ alt, url }: Image): Rich | null {
  const name = /\/public\/pictures\/([a-z-]+)\.webp$/.exec(url)?.[1];
  return name === undefined ? null : { is: "picture", name, alt: alt ?? "" };
}

/** An image is never loaded: its address would tell others who rates what, and when. */
function imageAs(alt: string, url: string): Rich {
  const words: Rich = { is: "text", text: `[image${alt === "" ? "" : `: ${alt}`}]` };
  return isWebAddress(url) ? { is: "link", href: url, of: [words] } : words;
}
