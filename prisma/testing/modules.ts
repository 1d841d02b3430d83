import { pathToFileURL } from "node:url";
import { filesIn } from "./tree";

/** A file of a module of `lib/`, for tests that walk over all of them. */
export interface ModuleFile {
  /** Its path below `lib/` without the ending, e.g. "dataset/questions/queries". */
  key: string;
  /** What it exports, by name. */
  load: () => Promise<Record<string, unknown>>;
}

/**
 * Every file of `lib/`, at any depth, that is called one of `names` (without the ending), alone or behind a subject
 * (`queue-commands` for `commands`), in the order of their keys.
 * A caller says how many it expects at least: a walk that finds nothing proves nothing.
 */
export function moduleFiles(...names: string[]): ModuleFile[] {
  return filesIn("lib")
    .filter((path) =>
      names.some((name) => path.endsWith(`/${name}.ts`) || path.endsWith(`-${name}.ts`)),
    )
    .map((path) => ({
      key: path.slice("lib/".length, -".ts".length),
      load: () =>
        import(/* @vite-ignore */ pathToFileURL(path).href) as Promise<Record<string, unknown>>,
    }));
}
