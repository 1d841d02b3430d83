/** What a run is called where several stand side by side. */
export function runTitle(run: { modelName: string; name: string }): string {
  return `${run.modelName}, ${run.name}`;
}
