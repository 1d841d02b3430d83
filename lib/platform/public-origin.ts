import { environment } from "@/lib/platform/env";

/** Under which address others reach this server: "https://freshqa.example.org". */
export function publicOrigin(): string {
  const { NEXTAUTH_URL, PORT } = environment();
  return NEXTAUTH_URL === undefined ? `http://localhost:${PORT}` : new URL(NEXTAUTH_URL).origin;
}
