import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const LIB = fileURLToPath(new URL("../../lib", import.meta.url));

/** A file of a module of `lib/`, for tests that walk over all of them. */
export interface ModuleFile {
  /** Its path below `lib/` without the ending, e.g. "dataset/questions/queries". */
  key: string;
  /** What it exports, by name. */
  load: () => Promise<Record<string, unknown>>;
}

/**
 * Every file of `lib/`, at any depth, that is called one of `names` (without the ending), in the order of their keys.
 * A caller says how many it expects at least: a walk that finds nothing proves nothing.
 */
export function moduleFiles(...names: string[]): ModuleFile[] {
  return readdirSync(LIB, { recursive: true, encoding: "utf8" })
    .filter((path) => names.some((name) => path.endsWith(`/${name}.ts`)))
    .sort()
    .map((path) => ({
      key: path.slice(0, -".ts".length),
      load: () =>
        import(/* @vite-ignore */ pathToFileURL(join(LIB, path)).href) as Promise<
          Record<string, unknown>
        >,
    }));
}
