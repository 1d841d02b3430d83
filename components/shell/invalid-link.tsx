import { LinkButton } from "@/components/ui/links";
import { EntryPage } from "./entry-page";

/** Says why a link that works once does not, with the way to signing in. */
export function InvalidLink({ title, why }: { title: string; why: string }) {
  return (
    <EntryPage title={title} description={why}>
      <LinkButton href="/sign-in" variant="default" fullWidth>
        Go to sign-in page
      </LinkButton>
    </EntryPage>
  );
}
