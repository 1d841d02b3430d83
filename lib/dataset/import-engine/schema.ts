import { keptText } from "@/lib/platform/text";
import { z } from "zod";

/** What is known of a file before it is read. */
export const fileSchema = z.object({
  fileName: keptText(255, "File name too long.").pipe(z.string().min(1, "File name missing.")),
  byteSize: z.number().int().min(0),
});
