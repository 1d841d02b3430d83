import { CELLS_BYTES } from "@/lib/dataset/sheet/vocabulary";
import { SHEET_WIRE } from "@/lib/dataset/sheet/wire";
import { deskRoute } from "@/lib/people/access/desk-route";

export const POST = deskRoute(SHEET_WIRE, CELLS_BYTES);
