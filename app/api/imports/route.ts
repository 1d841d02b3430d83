import { receiveImport } from "@/app/api/received-file";
import { authorize } from "@/lib/people/access/policy";
import { route } from "@/lib/people/access/route";
import { beginImport, readImport } from "@/lib/dataset/imports/commands";

/** Takes a file of questions (the request's body as it is, its name as `fileName`); GET /api/imports/[id] says where it is. */
export const POST = route(async (actor, request) => {
  authorize(actor, "imports.manage");
  return receiveImport(actor, request, {
    begin: (file) => beginImport(actor, file),
    read: (input) => readImport(actor, input),
  });
});
