import { config } from "zod/v4/core";
import { startNavigation } from "@/components/ui/navigation-start";

// Run before anything else of a page. The content security policy refuses `eval`: zod tries it out once, to compile its
// schemas, and goes on without, but the browser reports the attempt as an issue of the page.
config({ jitless: true });

/** Called by Next.js when a link, Back or the router leads to another page. */
export const onRouterTransitionStart = startNavigation;
