import { z } from "zod";
import { auditEvent, listed } from "@/lib/people/audit-log/audit-event";
import { modelPage, runHref } from "./address";

const model = z.object({ modelId: z.number(), name: z.string() });
const modelHref = ({ modelId }: z.output<typeof model>) => modelPage.href({ modelId });

const run = z.object({ runId: z.number(), name: z.string() });

export const modelCreated = auditEvent("model.created", {
  label: "Model added",
  data: model,
  text: ({ name }) => `Model “${name}”`,
  href: modelHref,
});

export const modelEdited = auditEvent("model.edited", {
  label: "Model edited",
  data: model.extend({ changed: z.array(z.string()) }),
  text: ({ name, changed }) => `Model “${name}”: ${listed(changed, "nothing changed")}`,
  href: modelHref,
});

export const runCreated = auditEvent("run.created", {
  label: "Run added",
  data: run.extend({ modelName: z.string(), releaseName: z.string() }),
  text: ({ name, modelName, releaseName }) => `Run “${name}” of ${modelName} on ${releaseName}`,
  href: runHref,
});

export const runEdited = auditEvent("run.edited", {
  label: "Run edited",
  data: run.extend({ changed: z.array(z.string()) }),
  text: ({ name, changed }) => `Run “${name}”: ${listed(changed, "nothing changed")}`,
  href: runHref,
});
