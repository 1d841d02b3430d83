import { buildWhatChanged } from "@/lib/launcher/build";
import { progressOn } from "@/lib/launcher/progress";

/** Before any journey: the product is built as it stands, once, rather than by every worker's first start. */
export default async function build(): Promise<void> {
  await buildWhatChanged(
    progressOn((text) => process.stdout.write(text)),
    { pages: true },
  );
}
