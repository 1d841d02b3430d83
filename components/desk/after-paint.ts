/** Longer than a frame takes: where none comes, as in a page in the background, it is not waited for. Milliseconds. */
const NO_FRAME_MS = 100;

/** Runs something once the next frame is painted, so that it never stands between a key and its paint. @returns how to prevent it */
export function afterPaint(run: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  // A message that a frame's callback sends arrives when the frame is painted; a timer might come before it.
  const frame = requestAnimationFrame(() => port2.postMessage(null));
  const timer = setTimeout(() => end(run), NO_FRAME_MS);
  const end = (last?: () => void) => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    port1.onmessage = null;
    port1.close();
    last?.();
  };
  port1.onmessage = () => end(run);
  return () => end();
}
