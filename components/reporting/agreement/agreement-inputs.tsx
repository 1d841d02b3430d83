import { Text } from "@mantine/core";
import { agreementNotes } from "@/lib/reporting/agreement/rules";
import type { AgreementInputs } from "@/lib/reporting/agreement/schema";

/** What the numbers were computed from. */
export function AgreementInputsList({ inputs }: { inputs: AgreementInputs }) {
  return (
    <section aria-label="Report settings">
      <Text fw={600} fz="sm" mb={4}>
        Report settings
      </Text>
      {agreementNotes(inputs).map((note) => (
        <Text key={note} fz="sm" style={{ overflowWrap: "anywhere" }}>
          {note}
        </Text>
      ))}
    </section>
  );
}
