import { z } from "zod";
import { clientKey, id } from "@/lib/platform/fields";
import { line, text } from "@/lib/platform/text";
import { CUSTOM, HOLDER_MAX_CHARACTERS, LICENSE_IDS } from "./vocabulary";

const urlSchema = text(1_000, "Too long (1,000 characters maximum).")
  .trim()
  .refine(
    (url) => url === "" || (/^https?:\/\/\S+$/i.test(url) && URL.canParse(url)),
    "Enter a URL starting with https:// or http://.",
  );

export const chooseLicenseSchema = z
  .object({
    license: z.enum(LICENSE_IDS, "Choose a license."),
    holder: line(HOLDER_MAX_CHARACTERS).refine(
      (holder) => holder !== "",
      "Enter who holds the rights.",
    ),
    /** Empty: the license's own address. */
    url: urlSchema.default(""),
    /** The choice that was seen before; null: there was none. */
    baseId: id.nullable(),
    clientKey,
  })
  .refine(({ license, url }) => license !== CUSTOM || url !== "", {
    path: ["url"],
    message: "Enter the URL of the license text.",
  });
export type ChooseLicense = z.output<typeof chooseLicenseSchema>;

export const stateLicenseSchema = z.object({
  name: text(100),
  /** The license in force that was seen. */
  licenseId: id,
  clientKey,
});
