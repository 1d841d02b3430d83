import { config } from "zod/v4/core";

// Run before anything else of a page. The content security policy refuses `eval`: zod tries it out once, to compile its
// schemas, and goes on without, but the browser reports the attempt as an issue of the page.
config({ jitless: true });
