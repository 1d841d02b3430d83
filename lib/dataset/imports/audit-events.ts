import { z } from "zod";
import { auditEvent, outcomeInWords } from "@/lib/people/audit-log/audit-event";
import { countOf, formatCount } from "@/lib/platform/format";
import { importPage, importQueuePage } from "./address";

const ofImport = z.object({ importId: z.number() });
const importHref = ({ importId }: z.output<typeof ofImport>) => importPage.href({ id: importId });

export const importStarted = auditEvent("import.started", {
  label: "Import started",
  data: ofImport.extend({ fileName: z.string(), byteSize: z.number() }),
  text: ({ fileName, byteSize }) => `“${fileName}” (${formatCount(byteSize)} bytes)`,
  href: importHref,
});

export const importReadingChosen = auditEvent("import.reading-chosen", {
  label: "File reading chosen",
  data: ofImport.extend({ reading: z.string() }),
  text: ({ importId, reading }) => `Import ${importId} is read with ${reading}`,
  href: importHref,
});

export const importApplied = auditEvent("import.applied", {
  label: "Import applied",
  data: ofImport.extend({ operationId: z.number(), outcome: z.record(z.string(), z.number()) }),
  text: ({ importId, outcome }) => `Import ${importId}: ${outcomeInWords(outcome)}`,
  href: importHref,
});

export const importQueueStarted = auditEvent("import-queue.started", {
  label: "Import queue started",
  data: z.object({ queueId: z.number() }),
  text: ({ queueId }) => `Import queue ${queueId} started`,
  href: ({ queueId }) => importQueuePage.href({ id: queueId }),
});

export const importUndone = auditEvent("import.undone", {
  label: "Import undone",
  data: ofImport.extend({ operationId: z.number(), reverted: z.number(), retired: z.number() }),
  text: ({ importId, reverted, retired }) =>
    `Import ${importId} undone: ${countOf(reverted, "question")} reverted, ${formatCount(retired)} retired`,
  href: importHref,
});

export const importCancelled = auditEvent("import.cancelled", {
  label: "Import canceled",
  data: ofImport,
  text: ({ importId }) => `Import ${importId} canceled`,
  href: importHref,
});
