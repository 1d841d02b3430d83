// Writes the journeys' dataset into the database of DATABASE_URL, as the work of the sample accounts there.
import { disconnect } from "@/lib/platform/db";
import { writeDataset } from "@/prisma/seed/seed";
import { JOURNEYS } from "./dataset";

await writeDataset(JOURNEYS);
await disconnect();
