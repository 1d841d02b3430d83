/** What is written in smaller pieces, line by line, is sent in pieces of so many bytes: each is compressed by itself. */
const PIECE_BYTES = 32_768;

/**
 * A file as the body of an answer: read as fast as the client takes it, and no further once the client is gone.
 * The first piece is waited for, so that a failure to read becomes an error and not half a file.
 * @param content text is sent as UTF-8
 */
export async function streamBody(
  content: AsyncGenerator<string | Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  const pieces = inPieces(content);
  let first: IteratorResult<Uint8Array> | null = await pieces.next();
  return new ReadableStream(
    {
      async pull(controller) {
        const item = first ?? (await pieces.next());
        first = null;
        if (item.done) controller.close();
        else controller.enqueue(item.value);
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

async function* inPieces(content: AsyncGenerator<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const part of content) {
    const bytes = typeof part === "string" ? Buffer.from(part, "utf8") : part;
    held.push(bytes);
    size += bytes.length;
    if (size < PIECE_BYTES) continue;
    yield held.length === 1 ? bytes : Buffer.concat(held);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held);
}

/** The headers with which a browser saves a file. File names of ours are plain ASCII. */
export function attachment(fileName: string, mediaType: string): Record<string, string> {
  return {
    "content-type": mediaType,
    "content-disposition": `attachment; filename="${fileName}"`,
    "x-content-type-options": "nosniff",
  };
}
