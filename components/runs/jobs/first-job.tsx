import { PaperMethodsButton } from "@/components/runs/methods/preset-picker";
import { LinkButton } from "@/components/ui/links";
import { Task, TaskList } from "@/components/ui/task-list";
import { countOf } from "@/lib/platform/format";
import type { JobNeeds } from "@/lib/runs/jobs/queries";

interface FirstJobProps extends JobNeeds {
  may: { connect: boolean; manage: boolean };
}

/** The way to the first job: what it needs, what of that is there, and where the rest is added. */
export function FirstJob({ has, presets, may }: FirstJobProps) {
  const connected = has.models > 0;
  // The next step alone is filled.
  const next = !connected ? "connection" : has.methods === 0 ? "method" : "job";
  const variant = (step: typeof next) =>
    step === next ? ("filled" as const) : ("default" as const);
  return (
    <TaskList ordered>
      <Task
        state={connected ? "done" : "open"}
        title="Connect a model"
        detail={
          connected
            ? `${countOf(has.models, "model")} of ${countOf(has.connections, "connection")}.`
            : has.connections > 0
              ? "No connection has a model yet. Add one on the page of its connection."
              : may.connect
                ? "A model service or a local model server, with its key and prices."
                : "An administrator adds model and search services under Connections."
        }
        actions={
          !connected && may.connect && has.connections === 0 ? (
            <LinkButton href="/connections/new" size="xs" variant={variant("connection")}>
              Add connection
            </LinkButton>
          ) : (
            <LinkButton
              href="/connections"
              size="xs"
              variant={may.connect ? variant("connection") : "default"}
            >
              View connections
            </LinkButton>
          )
        }
      />
      <Task
        state={has.methods > 0 ? "done" : "open"}
        title="Choose a method"
        detail={
          has.methods > 0
            ? `${countOf(has.methods, "method")} ready.`
            : "Plain, few-shot and chain-of-thought prompts, Self-Ask and FreshPrompt of the FreshLLMs paper, or your own."
        }
        actions={
          has.methods > 0 || !may.manage || presets.length === 0 ? (
            <LinkButton href="/methods" size="xs" variant="default">
              View methods
            </LinkButton>
          ) : (
            <PaperMethodsButton presets={presets} size="xs" variant={variant("method")} />
          )
        }
      />
      <Task
        state={has.evaluators > 0 ? "done" : "open"}
        title="Choose an evaluator"
        detail={
          has.evaluators > 0
            ? `${countOf(has.evaluators, "evaluator")} ready.`
            : `For automatic verdicts only: FreshEval, with ${connected ? "one of the models" : "a model once it is connected"}. Raters can judge without one.`
        }
        actions={
          connected && may.manage && has.evaluators === 0 ? (
            <LinkButton href="/evaluators/new" size="xs" variant="default">
              Add evaluator
            </LinkButton>
          ) : (
            <LinkButton href="/evaluators" size="xs" variant="default">
              View evaluators
            </LinkButton>
          )
        }
      />
      <Task
        state="open"
        title="Start a job"
        detail="A dry run shows a full prompt and an estimate of the cost before anything is sent."
        actions={
          may.manage && (
            <LinkButton href="/jobs/new" size="xs" variant={variant("job")}>
              New job
            </LinkButton>
          )
        }
      />
    </TaskList>
  );
}
