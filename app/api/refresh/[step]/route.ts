import { deskRoute } from "@/lib/people/access/desk-route";
import { REFRESH_WIRE } from "@/lib/refreshing/wire";

export const POST = deskRoute(REFRESH_WIRE);
