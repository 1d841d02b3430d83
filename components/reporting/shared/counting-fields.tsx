"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { useChosen } from "./chosen-options";
import type { GoldChoice, ReportTruth } from "@/lib/reporting/snapshots/schema";

/** The fields of an address that say which answers are the correct ones, and how gold responses count. */
export function CountingFields({
  truth,
  gold,
  timeZone,
}: {
  truth: ReportTruth;
  gold: GoldChoice;
  /** The dataset's. */
  timeZone: string;
}) {
  const chosen = useChosen();
  const from = chosen("truth", truth);
  const [dated, setDated] = useState(from !== "release");
  return (
    <>
      <NativeSelect
        label="Correct answers from"
        value={dated ? "date" : "release"}
        onChange={(event) => setDated(event.currentTarget.value === "date")}
        data={[
          { value: "release", label: "The run’s release" },
          { value: "date", label: "A past date" },
        ]}
      />
      {dated ? (
        <TextInput
          type="date"
          name="truth"
          label={`Date (end of day, ${timeZone})`}
          defaultValue={from === "release" ? "" : from}
          required
          w={180}
        />
      ) : (
        <input type="hidden" name="truth" value="release" />
      )}
      <NativeSelect
        name="gold"
        label="Gold responses"
        defaultValue={chosen("gold", gold)}
        data={[
          { value: "count", label: "Count by gold verdict" },
          { value: "leave-out", label: "Leave out for all runs" },
        ]}
      />
    </>
  );
}
