import { Text, Title } from "@mantine/core";
import { LinkAnchor, LinkButton } from "@/components/ui/links";
import { StartSample } from "./sample/start-sample";
import classes from "./home.module.css";

/** What leads out of an empty dataset, for whoever can fill it; for all others, who can. */
export function FirstSteps({ mayImport, mayStart }: { mayImport: boolean; mayStart: boolean }) {
  if (!mayImport)
    return <Text>The dataset is empty. A maintainer can import a release or add questions.</Text>;
  return (
    <article className={classes.step}>
      <Title order={3} fz="lg">
        Import a release
      </Title>
      <Text>
        The dataset is empty. Import a FreshQA release (CSV, XLSX, JSON or JSON Lines). Order and
        text are preserved exactly, and you&apos;ll see a preview before anything changes.
        {mayStart &&
          " Or look around first with sample questions, which can be removed with one button."}
      </Text>
      <div className={classes.links}>
        <LinkButton href="/imports" size="sm">
          Import file
        </LinkButton>
        {mayStart && <StartSample />}
        <LinkButton href="/questions/new" size="sm" variant="default">
          New question
        </LinkButton>
      </div>
      <Text fz="sm">
        <LinkAnchor href="/help/first-benchmark">Your first benchmark</LinkAnchor>: from a CSV file
        to a leaderboard, step by step.
      </Text>
    </article>
  );
}
