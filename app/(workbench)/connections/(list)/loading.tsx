import { PageSkeleton } from "@/components/ui/page-skeleton";

// For the list alone: what does not exist has to be answered with 404, which a loading state would preclude.
export default function Loading() {
  return <PageSkeleton />;
}
