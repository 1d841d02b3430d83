/** Returns a run's name with its model's, for lists of several runs. */
export function runTitle(run: { modelName: string; name: string }): string {
  return `${run.modelName}, ${run.name}`;
}
