import { db } from "@/lib/platform/db";

let serial = 0;

/** Adds a model as a connection of its own serves it, at an address that nothing answers at. @returns its id */
export async function addServedModel(
  userId: number,
  fields: { label?: string; archivedAt?: Date; modelId?: number } = {},
): Promise<number> {
  serial += 1;
  const { id } = await db.servedModel.create({
    data: {
      label: "judge-1",
      apiName: "judge-1",
      createdBy: { connect: { id: userId } },
      connection: {
        create: {
          name: `Connection ${serial}`,
          kind: "model",
          service: "openai-chat",
          baseUrl: "http://127.0.0.1:9/v1",
          createdById: userId,
        },
      },
      ...(fields.label !== undefined && { label: fields.label }),
      ...(fields.archivedAt && { archivedAt: fields.archivedAt }),
      ...(fields.modelId !== undefined && { model: { connect: { id: fields.modelId } } }),
    },
    select: { id: true },
  });
  return id;
}
