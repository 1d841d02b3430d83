import {
  Alert,
  Badge,
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
  Title,
} from "@mantine/core";
import { LocalTime } from "@/components/ui/local-time";
import { TableScroll } from "@/components/ui/table-scroll";
import { countOf, formatCount, formatDay } from "@/lib/platform/format";
import { mayBeCharged } from "@/lib/runs/connections/rules";
import { subQuestionsOf } from "@/lib/runs/generation/rules";
import type { MethodKind } from "@/lib/runs/generation/schema";
import type {
  CallTrace,
  ComparisonTrace,
  SearchTrace,
  TraceStep,
} from "@/lib/runs/generation/trace";
import { EvidencePieces } from "./evidence-pieces";
import { PromptMessages } from "./prompt-messages";
import { PagesRead, ParagraphsChosen } from "./retrieval-steps";
import { dollars, Head, seconds, tokens } from "./step-head";
import classes from "./trace.module.css";

const TROUBLES: Record<Exclude<CallTrace["state"], "answered">, string> = {
  "rate-limited": "Rate limited",
  unavailable: "Unavailable",
  unanswered: "No answer",
  "broken-answer": "Unreadable answer",
  "key-refused": "Key refused",
  "quota-exhausted": "Quota exhausted",
  "request-refused": "Request refused",
  "not-allowed": "Host not allowed",
};
const FINISHES: Record<NonNullable<CallTrace["finish"]>, string> = {
  stop: "Finished",
  length: "Stopped at max tokens",
  refused: "Refused",
  other: "Ended for another reason",
};

/**
 * Shows an item of a job step by step: what was asked, searched and answered.
 * @param props.kind of the method; null for an item that judges.
 */
export function Trace({ steps, kind }: { steps: readonly TraceStep[]; kind: MethodKind | null }) {
  if (steps.length === 0) return <Text fz="sm">No calls yet</Text>;
  return (
    <>
      {kind === "self-ask" && <SubQuestions steps={steps} />}
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <li key={index} className={classes.step}>
            <Step step={step} followedBy={kind === "self-ask" ? steps[index + 1] : undefined} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Step({ step, followedBy }: { step: TraceStep; followedBy: TraceStep | undefined }) {
  switch (step.kind) {
    case "call":
      return <Call call={step} followedBy={followedBy} />;
    case "search":
      return <Search search={step} />;
    case "comparison":
      return <Comparison call={step} />;
    case "pages":
      return <PagesRead reading={step} />;
    case "paragraphs":
      return <ParagraphsChosen selection={step} />;
  }
}

/** In a search, the prompts have grown by each answer; without one, all of it stands in the first reply. */
function SubQuestions({ steps }: { steps: readonly TraceStep[] }) {
  const answered = steps.filter(
    (step): step is CallTrace => step.kind === "call" && step.state === "answered",
  );
  const searched = steps.some(({ kind }) => kind === "search");
  const prompt = answered.at(-1)?.messages.at(-1)?.content ?? "";
  const text = searched
    ? prompt.slice(prompt.lastIndexOf("\nQuestion: ") + 1)
    : (answered[0]?.text ?? "");
  const found = subQuestionsOf(text);
  if (found.length === 0) return null;
  return (
    <section aria-labelledby="sub-questions">
      <Title order={3} id="sub-questions" mb={4}>
        Sub-questions
      </Title>
      <TableScroll label="Sub-questions">
        <Table mb="md">
          <TableThead>
            <TableTr>
              <TableTh scope="col">Question</TableTh>
              <TableTh scope="col">
                {searched ? "Answer of the search" : "Answer of the model"}
              </TableTh>
            </TableTr>
          </TableThead>
          <TableTbody>
            {found.map(({ question, answer }, index) => (
              <TableTr key={index}>
                <TableTd>{question}</TableTd>
                <TableTd>{answer ?? "None"}</TableTd>
              </TableTr>
            ))}
          </TableTbody>
        </Table>
      </TableScroll>
    </section>
  );
}

function Call({ call, followedBy }: { call: CallTrace; followedBy: TraceStep | undefined }) {
  const characters = call.messages.reduce((sum, { content }) => sum + content.length, 0);
  return (
    <>
      <Head
        title={`Step ${call.step + 1}: model`}
        badges={
          <>
            {call.state !== "answered" && <Badge color="red">{TROUBLES[call.state]}</Badge>}
            {call.finish !== null && (
              <Badge color={call.finish === "stop" ? "gray" : "yellow"} variant="light">
                {FINISHES[call.finish]}
              </Badge>
            )}
            {call.reading !== null && (
              <Badge color={call.reading === "parsed" ? "gray" : "yellow"} variant="light">
                {{ parsed: "Parsed", unparsed: "Unparsed", truncated: "Truncated" }[call.reading]}
              </Badge>
            )}
          </>
        }
        facts={[
          <LocalTime key="time" iso={call.startedAt} />,
          seconds(call.durationMs),
          tokens(call.inputTokens, "input"),
          call.cachedTokens ? `${formatCount(call.cachedTokens)} of them cached` : null,
          tokens(call.outputTokens, "output"),
          call.reasoningTokens ? `${formatCount(call.reasoningTokens)} of them reasoning` : null,
          (call.state === "answered" || mayBeCharged(call.state)) && dollars(call.cost),
        ]}
      />
      {call.error !== null && (
        <Alert color="red" mt={6} p="xs">
          {call.error}
        </Alert>
      )}
      {call.text !== null && <Reply text={call.text} followedBy={followedBy} />}
      <details className={classes.more}>
        <summary>
          Prompt ({countOf(call.messages.length, "message")}, {countOf(characters, "character")})
        </summary>
        <PromptMessages messages={call.messages} />
      </details>
      <details className={classes.more}>
        <summary>Parameters and raw answer</summary>
        <Json title="Requested" value={call.requested} />
        <Json title="Sent" value={call.effective} />
        <Json title="Finish reason" value={call.finishRaw} />
        <Json title="Received" value={call.received} />
        {call.received !== null && call.receivedLength > call.received.length && (
          <Text fz="sm" mt={4}>
            Only the first {formatCount(call.received.length)} of{" "}
            {countOf(call.receivedLength, "character")} are shown.
          </Text>
        )}
      </details>
    </>
  );
}

/** The reply; where a search answers its follow-up question, what it says behind that was cut off. */
function Reply({ text, followedBy }: { text: string; followedBy: TraceStep | undefined }) {
  if (text.trim() === "")
    return (
      <Text fz="sm" mt={4}>
        Empty reply
      </Text>
    );
  const at = followedBy?.kind === "search" ? text.indexOf(followedBy.query) : -1;
  const end =
    at === -1 || followedBy?.kind !== "search" ? text.length : at + followedBy.query.length;
  return (
    <p className={classes.text}>
      {text.slice(0, end)}
      {text.slice(end).trim() !== "" && (
        <del className={classes.cut} title="Cut off">
          {text.slice(end)}
        </del>
      )}
    </p>
  );
}

function Comparison({ call }: { call: ComparisonTrace }) {
  const { texts } = call.requested;
  return (
    <>
      <Head
        title={`Step ${call.step + 1}: embeddings`}
        badges={call.state !== "answered" && <Badge color="red">{TROUBLES[call.state]}</Badge>}
        facts={[
          <LocalTime key="time" iso={call.startedAt} />,
          seconds(call.durationMs),
          `${countOf(texts - 1, "paragraph")} compared with the question`,
          tokens(call.inputTokens, "input"),
          (call.state === "answered" || mayBeCharged(call.state)) && dollars(call.cost),
        ]}
      />
      {call.error !== null && (
        <Alert color="red" mt={6} p="xs">
          {call.error}
        </Alert>
      )}
      <details className={classes.more}>
        <summary>Parameters and raw answer</summary>
        <Json title="Sent" value={call.effective} />
        <Json title="Cosines, in the order by words" value={call.text} />
        <Json title="Received, without the vectors" value={call.received} />
      </details>
    </>
  );
}

function Search({ search }: { search: SearchTrace }) {
  return (
    <>
      <Head
        title={`Step ${search.step + 1}: search`}
        facts={[
          search.connectionName,
          `Stored under ${formatDay(search.day)}`,
          <LocalTime key="time" iso={search.startedAt} />,
          seconds(search.durationMs),
          countOf(search.requests, "request"),
          dollars(search.cost),
        ]}
      />
      <p className={classes.text}>{search.query}</p>
      <EvidencePieces {...search.evidence} />
    </>
  );
}

function Json({ title, value }: { title: string; value: unknown }) {
  if (value === null) return null;
  return (
    <>
      <Text fz="sm" fw={550} mt={8}>
        {title}
      </Text>
      <pre className={classes.prompt} tabIndex={0} role="region" aria-label={title}>
        {typeof value === "string" ? value : JSON.stringify(value, null, 2)}
      </pre>
    </>
  );
}
