import type { RunResults } from "./results";
import type { ResultFormat } from "./vocabulary";

/** "freshqa-heron-2-run-12.yaml", or the archive "…-every-eval-ever.zip": plain ASCII. */
export function resultFileName(
  { model, run }: Pick<RunResults, "model" | "run">,
  format: ResultFormat,
): string {
  const slug = model.name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  const name = ["freshqa", slug, `run-${run.runId}`].filter(Boolean).join("-");
  return format === "hub" ? `${name}.yaml` : `${name}-every-eval-ever.zip`;
}
