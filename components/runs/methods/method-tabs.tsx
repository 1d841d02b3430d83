import { PageTabs } from "@/components/ui/page-tabs";

/** The two lists that belong together. */
export function MethodTabs({ current }: { current: "methods" | "demonstrations" }) {
  return (
    <PageTabs
      label="Methods and demonstrations"
      tabs={[
        { href: "/methods", words: "Methods", current: current === "methods" },
        {
          href: "/methods/demonstrations",
          words: "Demonstrations",
          current: current === "demonstrations",
        },
      ]}
    />
  );
}
