import type { ReactNode } from "react";
import { PageHeader } from "@/components/ui/page-header";

interface ReportHeaderProps {
  title: string;
  description?: string;
  /** The report that this one belongs to. */
  parent?: { label: string; href: string };
  actions?: ReactNode;
}

/** The heading of a report, with the way back to all reports. */
export function ReportHeader({ parent, ...props }: ReportHeaderProps) {
  return (
    <PageHeader
      breadcrumbs={[
        { label: "Reports", href: "/reports" },
        ...(parent === undefined ? [] : [parent]),
      ]}
      {...props}
    />
  );
}
