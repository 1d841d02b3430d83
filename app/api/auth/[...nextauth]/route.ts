import NextAuth from "next-auth";
import { NextRequest } from "next/server";
import { authOptions } from "@/lib/access/sign-in";

// The options are read for each request: the environment is complete only once the server runs.
const handler = (request: NextRequest, context: { params: Promise<{ nextauth: string[] }> }) =>
  NextAuth(withoutBadCallback(request) as never, context as never, authOptions());

/** next-auth takes a callbackUrl that is no address for a fault of the configuration: such a one is passed over. */
function withoutBadCallback(request: NextRequest): NextRequest {
  const wanted = request.nextUrl.searchParams.get("callbackUrl");
  if (wanted === null || (wanted.startsWith("/") ? URL.canParse(wanted, request.nextUrl.origin) : /^https?:/i.test(wanted) && URL.canParse(wanted))) return request;
  const url = request.nextUrl.clone();
  url.searchParams.delete("callbackUrl");
  return new NextRequest(url, request);
}

export { handler as GET, handler as POST };
