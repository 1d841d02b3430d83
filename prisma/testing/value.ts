/** The same as what the sample is written with, by the name that tests know. */
export { done as value } from "@/prisma/seed/done";
