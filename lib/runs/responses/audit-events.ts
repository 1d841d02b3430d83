import { z } from "zod";
import { auditEvent, outcomeInWords } from "@/lib/people/audit-log/audit-event";
import { formatCount } from "@/lib/platform/format";
import { runHref } from "@/lib/runs/models/address";
import { responseImportPage } from "./address";

const ofImport = z.object({ runId: z.number(), importId: z.number() });
const importHref = ({ runId, importId }: z.output<typeof ofImport>) =>
  responseImportPage.href({ id: runId, importId });

export const responsesImportStarted = auditEvent("responses.import-started", {
  label: "Response import started",
  data: ofImport.extend({ fileName: z.string(), byteSize: z.number() }),
  text: ({ fileName, byteSize, runId }) =>
    `“${fileName}” (${formatCount(byteSize)} bytes) for run ${runId}`,
  href: importHref,
});

export const responsesReadingChosen = auditEvent("responses.reading-chosen", {
  label: "File reading chosen for responses",
  data: ofImport.extend({ reading: z.string() }),
  text: ({ importId, reading }) => `Import ${importId} is read with ${reading}`,
  href: importHref,
});

export const responsesImported = auditEvent("responses.imported", {
  label: "Responses imported",
  data: ofImport.extend({ outcome: z.record(z.string(), z.number()) }),
  text: ({ runId, importId, outcome }) =>
    `Import ${importId} into run ${runId}: ${outcomeInWords(outcome)}`,
  href: runHref,
});

export const responsesImportCancelled = auditEvent("responses.import-cancelled", {
  label: "Response import canceled",
  data: ofImport,
  text: ({ runId, importId }) => `Import ${importId} into run ${runId} canceled`,
  href: runHref,
});
