import { Stack, Text, Title } from "@mantine/core";
import classes from "@/components/authoring/authoring.module.css";
import { BalanceChart } from "@/components/authoring/balance";
import { DrawForm, DrawTable } from "@/components/dataset/splits/split-assignment-form";
import { TargetsForm } from "@/components/authoring/targets-form";
import { UndoDraw } from "@/components/dataset/splits/undo-split-assignment";
import { LocalTime } from "@/components/ui/local-time";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { getBalance } from "@/lib/authoring/queries";
import { listDraws } from "@/lib/dataset/splits/queries";

export const metadata = { title: "Splits" };

export default async function SplitsPage() {
  const actor = await requireActor("splits.manage");
  const [balance, draws] = await Promise.all([getBalance(actor), listDraws(actor)]);
  const { updatedAt, ...targets } = balance.targets;
  return (
    <>
      <PageHeader
        title="Splits"
        breadcrumbs={[{ label: "Submissions", href: "/submissions" }]}
        description="TEST and DEV are sampled randomly per category, stratified by hops. DEMO spans all categories."
      />
      <Stack gap="lg">
        <section className={classes.panel} aria-labelledby="draw">
          <Title order={2} id="draw">
            Assign splits
          </Title>
          <DrawForm
            sizes={{
              testPerCategory: targets.testPerCategory,
              devPerCategory: targets.devPerCategory,
              demoQuestions: targets.demoQuestions,
            }}
            seed={`draw-${(draws[0]?.id ?? 0) + 1}`}
          />
        </section>
        <section className={classes.panel} aria-labelledby="targets">
          <Title order={2} id="targets">
            Targets
          </Title>
          <TargetsForm key={updatedAt} targets={targets} updatedAt={updatedAt} />
        </section>
        <BalanceChart balance={balance} mayWrite={false} />
        <section className={classes.panel} aria-labelledby="draws">
          <Title order={2} id="draws">
            Previous assignments
          </Title>
          {draws.length === 0 ? (
            <Text c="dimmed">None yet.</Text>
          ) : (
            <ol className={classes.list}>
              {draws.map((draw) => (
                <li key={draw.id}>
                  <b>Seed “{draw.seed}”</b>,{" "}
                  {draw.mode === "anew" ? "all questions" : "missing only"}:{" "}
                  {draw.sizes.testPerCategory} TEST and {draw.sizes.devPerCategory} DEV per
                  category, {draw.sizes.demoQuestions} DEMO. By {draw.by},{" "}
                  <LocalTime iso={draw.at} />{" "}
                  {draw.undone ? (
                    <span className={classes.mark}>Undone</span>
                  ) : (
                    draw.operationId !== null && (
                      <UndoDraw operationId={draw.operationId} seed={draw.seed} />
                    )
                  )}
                  <details>
                    <summary>Show result</summary>
                    <DrawTable counts={draw.counts} />
                  </details>
                </li>
              ))}
            </ol>
          )}
        </section>
      </Stack>
    </>
  );
}
