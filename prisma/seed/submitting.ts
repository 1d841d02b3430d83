import { randomUUID } from "node:crypto";
import { comment, decide, startDraft, submitDraft, withdraw } from "@/lib/authoring/commands";
import { decideSchema, EMPTY_DRAFT } from "@/lib/authoring/schema";
import type { Authors } from "./history";
import { done } from "./done";
import type { SeedSubmission } from "./submissions";

/** Writes, submits, discusses and decides on what the sample's annotators have in work. */
export async function writeSubmissions(
  as: Authors,
  submissions: readonly SeedSubmission[],
): Promise<void> {
  for (const { by, becomes, draft: typed, said = [] } of submissions) {
    const draft = { ...EMPTY_DRAFT, ...typed };
    const { submissionId, version } = done(
      await startDraft(as(by), { clientKey: randomUUID(), draft }),
    );
    if (becomes === "draft") continue;
    const { round } = done(
      await submitDraft(as(by), {
        submissionId,
        baseVersion: version,
        draft,
        clientKey: randomUUID(),
      }),
    );
    if (becomes === "withdrawn") done(await withdraw(as(by), { submissionId }));
    else if (becomes !== "submitted") {
      const { by: reviewer, ...decision } = becomes;
      done(
        await decide(
          as(reviewer),
          decideSchema.parse({ ...decision, submissionId, round, clientKey: randomUUID() }),
        ),
      );
    }
    for (const { by: speaker, field, body } of said)
      done(
        await comment(as(speaker), {
          submissionId,
          field,
          body,
          parentId: null,
          clientKey: randomUUID(),
        }),
      );
  }
}
