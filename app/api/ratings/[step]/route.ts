import { deskRoute } from "@/lib/people/access/desk-route";
import { JUDGING_WIRE } from "@/lib/rating/judging/wire";

export const POST = deskRoute(JUDGING_WIRE);
