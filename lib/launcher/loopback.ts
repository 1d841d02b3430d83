import { isLoopback } from "@/lib/platform/env";
import type { RequestHandler } from "./http-server";

/** The name in a Host header, without its port; null when there is none. */
export function hostName(header: string | undefined): string | null {
  return (
    /^(\[[^\]]*\]|[^:]*)(:\d+)?$/
      .exec(header ?? "")?.[1]
      ?.replace(/^\[|\]$/g, "")
      .toLowerCase() || null
  );
}

/**
 * For a server that is meant for this machine alone. A page elsewhere could point a name of its own at 127.0.0.1 and
 * talk to us in a visitor's browser: other names are refused. And a person who typed 127.0.0.1 is led to localhost,
 * because sign-in cookies belong to one name.
 */
export function rejectUnknownHosts(port: number, handler: RequestHandler): RequestHandler {
  return (request, response) => {
    const name = hostName(request.headers.host);
    if (name === null || !isLoopback(name)) {
      response.writeHead(421, { "Content-Type": "text/plain; charset=utf-8" });
      response.end(
        `This server is available at http://localhost:${port}. To use another host name, set NEXTAUTH_URL.`,
      );
      return;
    }
    if (
      name !== "localhost" &&
      request.method === "GET" &&
      request.headers["sec-fetch-mode"] === "navigate"
    ) {
      response.writeHead(307, {
        Location: `http://localhost:${port}${request.url?.startsWith("/") ? request.url : "/"}`,
      });
      response.end();
      return;
    }
    return handler(request, response);
  };
}
