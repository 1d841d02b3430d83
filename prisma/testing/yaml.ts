import { createRequire } from "node:module";

const { load } = createRequire(import.meta.url)("js-yaml") as { load: (text: string) => unknown };

/** What a text says as YAML. @throws for what is none */
export const readYaml = (text: string): unknown => load(text);
