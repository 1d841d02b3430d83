import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { ANSWER_HEADERS } from "@/lib/platform/answer-headers";
import type { RequestHandler } from "./http-server";

/*
 * Scripts and styles, compressed once behind the build: a seventh less than what Next sends, which compresses each of them
 * anew for every reader. Browsers that do not take Brotli (without https they only do on localhost)
 * get Next's answer.
 */

const TYPES: Readonly<Record<string, string>> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
};
const typeOf = (name: string) => TYPES[/\.[a-z]+$/.exec(name)?.[0] ?? ""];

const folderOf = (pages: string) => join(pages, "compressed");

/** The highest, 11, makes them 2% smaller and takes two and a half times as long, for which the first start waits. */
const QUALITY = 10;

/** Compresses what is in the folder `static` of the built pages into a folder beside it. */
export async function compressScripts(pages: string): Promise<void> {
  const from = join(pages, "static");
  rmSync(folderOf(pages), { recursive: true, force: true });
  const compress = promisify(brotliCompress);
  await Promise.all(
    filesIn(from)
      .filter((file) => typeOf(file) !== undefined)
      .map(async (file) => {
        const bytes = readFileSync(file);
        const to = join(folderOf(pages), `${relative(from, file)}.br`);
        mkdirSync(dirname(to), { recursive: true });
        writeFileSync(
          to,
          await compress(bytes, {
            params: {
              [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
              [constants.BROTLI_PARAM_QUALITY]: QUALITY,
              [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
            },
          }),
        );
      }),
  );
}

/** Reads what was compressed, by the path in its address. Empty where nothing was. */
export function readCompressed(pages: string): ReadonlyMap<string, Buffer> {
  const folder = folderOf(pages);
  return new Map(
    filesIn(folder).map((file) => [
      `/_next/static/${relative(folder, file).split(sep).join("/").slice(0, -".br".length)}`,
      readFileSync(file),
    ]),
  );
}

/** Answers with what is compressed where the browser takes it; all else is left to `next`. */
export function sendCompressed(
  files: ReadonlyMap<string, Buffer>,
  next: RequestHandler,
): RequestHandler {
  return (request, response) => {
    const path = request.url?.split("?", 1)[0] ?? "";
    const file = files.get(path);
    if (
      file === undefined ||
      (request.method !== "GET" && request.method !== "HEAD") ||
      request.headers.range !== undefined ||
      !takesBrotli(request.headers["accept-encoding"])
    )
      return next(request, response);
    for (const { key, value } of ANSWER_HEADERS) response.setHeader(key, value);
    response.writeHead(200, {
      "content-type": typeOf(path)!,
      "content-encoding": "br",
      "content-length": file.length,
      // Its name holds what is in it.
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
    });
    response.end(request.method === "HEAD" ? undefined : file);
  };
}

function takesBrotli(accepted: string | string[] | undefined): boolean {
  return [accepted ?? []]
    .flat()
    .join(",")
    .split(",")
    .some((coding) => /^\s*br\s*(;\s*q=(1|0?\.\d*[1-9]\d*).*)?$/i.test(coding));
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
