import { LinkAnchor } from "@/components/ui/links";

/** Leads from a report to the page that explains its numbers. */
export function HowLink({ href = "/reports/how" }: { href?: string }) {
  return (
    <LinkAnchor href={href} fz="sm" underline="always">
      How numbers are computed
    </LinkAnchor>
  );
}
