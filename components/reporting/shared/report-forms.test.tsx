import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import {
  AccuracyForm,
  ComparisonForm,
  OverTimeForm,
} from "@/components/reporting/accuracy/accuracy-form";
import { AgreementForm } from "@/components/reporting/agreement/agreement-form";
import { PrincipleForm } from "@/components/reporting/principles/principle-form";
import { ProtocolForm } from "@/components/reporting/protocols/protocol-form";
import {
  accuracyRequest,
  comparisonRequest,
  overTimeRequest,
  type ReportChoices,
} from "@/lib/reporting/accuracy/schema";
import { agreementRequest } from "@/lib/reporting/agreement/schema";
import { principleRequest } from "@/lib/reporting/principles/schema";
import { protocolRequest } from "@/lib/reporting/protocols/schema";

const choices: ReportChoices = {
  runs: [1, 2].map((runId) => ({ runId, modelId: 1, model: "M", run: `r${runId}`, release: "v1" })),
  campaigns: [{ id: 1, name: "Pilot", followsId: null }],
  evaluators: [{ id: 2, name: "FreshEval", family: "FreshEval", version: 1 }],
  timeZone: "UTC",
};
const automatic = { verdicts: "automatic", evaluator: 2 };
const accuracy = accuracyRequest.parse({ runs: [1], ...automatic });
const overTime = overTimeRequest.parse({ model: 1, ...automatic });
const compared = comparisonRequest.parse({ first: 1, second: 2, ...automatic });

/** Each form of a report, what it is of, and the parameters that are set elsewhere on its page. */
const FORMS: [string, ReactNode, { parameters: object }, elsewhere: string[]][] = [
  [
    "accuracy",
    <AccuracyForm key="" runs={[1]} questions="rated" scope={accuracy} choices={choices} />,
    accuracyRequest,
    [],
  ],
  [
    "accuracy over time",
    <OverTimeForm key="" model={1} scope={overTime} choices={choices} />,
    overTimeRequest,
    [],
  ],
  [
    "comparison",
    <ComparisonForm key="" first={1} second={2} scope={compared} choices={choices} />,
    comparisonRequest,
    [],
  ],
  [
    "agreement",
    <AgreementForm key="" request={agreementRequest.parse({ campaign: 1 })} choices={choices} />,
    agreementRequest,
    ["pairing", "evaluator", "between", "page"],
  ],
  [
    "protocols",
    <ProtocolForm key="" request={null} campaigns={[]} runs={choices.runs} />,
    protocolRequest,
    [],
  ],
  ["principles", <PrincipleForm key="" chosen={[1]} jobs={[]} />, principleRequest, []],
];

it.each(FORMS)(
  "the form of %s asks for each parameter of its report but the state, which a permalink sets",
  (_, form, { parameters }, elsewhere) => {
    const html = renderToStaticMarkup(<MantineProvider>{form}</MantineProvider>);
    const names = [...html.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name!);
    expect([...new Set(names)].toSorted()).toEqual(
      Object.keys(parameters)
        .filter((name) => name !== "state" && !elsewhere.includes(name))
        .toSorted(),
    );
  },
);
