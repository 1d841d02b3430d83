import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { SampleView } from "@/lib/home/sample/schema";
import type { Overview, Todos } from "@/lib/home/schema";
import { nextSteps, todoItems } from "@/lib/home/rules";
import type { Actor } from "@/lib/people/access/schema";
import { may } from "@/lib/people/access/policy";
import { LinkAnchor } from "@/components/ui/links";
import { Figures } from "./figures";
import { SampleBanner } from "./sample/sample-banner";
import { FirstSteps } from "./first-steps";
import classes from "./home.module.css";
import { TodoList } from "./todo-list";

interface HomeProps {
  actor: Pick<Actor, "roles">;
  todos: Todos;
  overview: Overview;
  sample: SampleView;
  /** What is offered to newcomers above all else. */
  tours?: ReactNode;
  /** The latest changes of answers, where there are questions. */
  changes?: ReactNode;
  /** The accuracy of the last runs in small, for whom it is, once something is rated. */
  accuracy?: ReactNode;
  /** The month at a glance, for whom it is. */
  month?: ReactNode;
}

/** The home page: what waits for the reader, then the dataset in numbers. */
export function Home({
  actor,
  todos,
  overview,
  sample,
  tours,
  changes,
  accuracy,
  month,
}: HomeProps) {
  const empty = overview.questions === 0;
  const items = todoItems(todos, overview);
  return (
    <Stack gap="xl">
      <div className={classes.notices}>
        {tours}
        <SampleBanner sample={sample} mayRemove={may(actor, "questions.edit")} />
      </div>
      {empty && (
        <section aria-labelledby="start">
          <Title order={2} id="start" mb="sm">
            Get started
          </Title>
          <FirstSteps mayImport={may(actor, "imports.manage")} mayStart={sample.mayStart} />
        </section>
      )}
      <div className={classes.top}>
        <div className={classes.state}>
          <section aria-labelledby="todo">
            <Title order={2} id="todo" mb="sm">
              To do
            </Title>
            <TodoList
              items={items}
              next={nextSteps(actor.roles, items).filter(
                ({ role }) => !empty || role !== "maintainer",
              )}
            />
          </section>
          <section aria-labelledby="dataset">
            <Title order={2} id="dataset" mb="sm">
              Dataset
            </Title>
            <Figures overview={overview} />
          </section>
        </div>
        {(accuracy || changes) && (
          <div className={classes.news}>
            {accuracy && (
              <section aria-labelledby="accuracy">
                <Title order={2} id="accuracy" mb="sm">
                  <LinkAnchor href="/reports/accuracy" inherit c="inherit">
                    Accuracy
                  </LinkAnchor>
                </Title>
                {accuracy}
              </section>
            )}
            {changes && (
              <section aria-labelledby="changes">
                <Title order={2} id="changes" mb="sm">
                  Answers that changed
                </Title>
                {changes}
              </section>
            )}
          </div>
        )}
      </div>
      {month}
    </Stack>
  );
}

/** Home of an account that can't open anything yet. */
export function HomeWithoutRole() {
  return <Text>Your account has no role yet. Ask an administrator to assign one.</Text>;
}
