/**
 * A file as the body of an answer: read as fast as the client takes it, and no further once the client is gone.
 * The first piece is waited for, so that a failure to read becomes an error and not half a file.
 */
export async function streamBody(
  bytes: AsyncGenerator<Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  let first: IteratorResult<Uint8Array> | null = await bytes.next();
  return new ReadableStream(
    {
      async pull(controller) {
        const item = first ?? (await bytes.next());
        first = null;
        if (item.done) controller.close();
        else controller.enqueue(item.value);
      },
      async cancel() {
        await bytes.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** The headers with which a browser saves a file. File names of ours are plain ASCII. */
export function attachment(fileName: string, mediaType: string): Record<string, string> {
  return {
    "content-type": mediaType,
    "content-disposition": `attachment; filename="${fileName}"`,
    "x-content-type-options": "nosniff",
  };
}
