import { deskRoute } from "@/lib/people/access/desk-route";
import { CASE_WIRE } from "@/lib/rating/adjudication/wire";

export const POST = deskRoute(CASE_WIRE);
