import { Title } from "@mantine/core";
import { MethodForm } from "@/components/runs/methods/method-form";
import { PresetPicker } from "@/components/runs/methods/preset-picker";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { PRESETS } from "@/lib/runs/generation/presets";
import {
  listDemonstrationSets,
  listEmbeddingChoices,
  listMethods,
} from "@/lib/runs/generation/queries";
import { newMethodPage } from "@/lib/runs/generation/address";

export const metadata = { title: "Add method" };

export default async function NewMethodPage({ searchParams }: PageProps<"/methods/new">) {
  const actor = await requireActor("methods.manage");
  const { from: key } = newMethodPage.read(await searchParams);
  const [methods, sets, embeddings] = await Promise.all([
    listMethods(actor),
    listDemonstrationSets(actor),
    listEmbeddingChoices(actor),
  ]);
  const names = new Set(methods.map(({ name }) => name));
  const preset = PRESETS.find((one) => one.key === key);
  return (
    <>
      <PageHeader
        title="Add method"
        breadcrumbs={[{ label: "Methods", href: "/methods" }]}
        description="Add presets as they are, or write a method of your own."
      />
      <Title order={2} mb="xs">
        Presets
      </Title>
      <PresetPicker
        presets={PRESETS.map(({ definition: _, ...one }) => ({
          ...one,
          present: names.has(one.name),
        }))}
      />
      <Title order={2} mt="xl" mb="xs" id="custom">
        {preset ? `Custom method, from ${preset.name}` : "Custom method"}
      </Title>
      <MethodForm
        key={preset?.key}
        sets={sets}
        embeddings={embeddings}
        from={{
          name: preset ? `${preset.name}, custom` : "",
          definition: (preset ?? PRESETS[0]!).definition,
          demonstrationSetId: sets[0]?.setId ?? null,
        }}
        method={null}
      />
    </>
  );
}
