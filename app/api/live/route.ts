import { refusalResponse, route } from "@/lib/people/access/route";
import { actorAgain } from "@/lib/people/access/session";
import { poll, stream } from "@/lib/platform/live/stream";
import { MAX_TOPICS } from "@/lib/platform/live/topic";
import { readEvery, readStates, readWatches } from "./topics";

export const dynamic = "force-dynamic";

/** Ends a stream. */
class SignedOut extends Error {}

/**
 * What changes at the topics that `watch` names, as a stream of events; as JSON, once, for browsers that no stream reaches.
 * Which of them the reader may watch is asked each time that something is told, and a stream lasts 25 seconds.
 */
export const GET = route(async (actor, request) => {
  const asked = new URL(request.url).searchParams;
  const wanted = asked.getAll("watch");
  const reader = {
    userId: actor.userId,
    session: actor.sessionId ?? `user ${actor.userId}`,
    watches: await readWatches(actor, [...new Set(wanted)].slice(0, MAX_TOPICS)),
  };
  const again = await actorAgain();
  // A session may end while the stream is open, and rights may change: nothing is told from then on.
  const read = async (topics: readonly string[]) => {
    const now = await again();
    if (now === null) throw new SignedOut();
    const watches = await readWatches(now, topics);
    return readStates(
      now,
      watches.map(({ topic }) => topic),
    );
  };
  // Who left while their rights were read is seen nowhere: the signal has said so, and says it no second time.
  if (request.signal.aborted) return new Response(null, { status: 204 });
  if (!(request.headers.get("accept") ?? "").includes("text/event-stream"))
    return poll(reader, read, (asked.get("window") ?? "").slice(0, 40));
  return (
    stream(reader, read, request.signal, readEvery) ??
    refusalResponse({ code: "busy", message: "Too many windows are open for live updates." }, 429)
  );
});
