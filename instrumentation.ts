import type { Instrumentation } from "next";
import { databaseTrouble } from "@/lib/platform/database-trouble";
import { noteTrouble } from "@/lib/platform/unavailable";

/** Called by Next for everything that a page throws: what the database is to blame for is answered with 503, not 500. */
export const onRequestError: Instrumentation.onRequestError = (error, request) => {
  const trouble = databaseTrouble(error);
  const id = request.headers["x-request-id"];
  if (trouble !== null && typeof id === "string") noteTrouble(id, trouble);
};
