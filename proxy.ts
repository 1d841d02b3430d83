import { NextResponse, type NextRequest } from "next/server";

/**
 * Gives every page its Content-Security-Policy with a fresh nonce. All pages are rendered on request anyway, so the
 * nonce costs them nothing; the API needs none and is left out, so that uploads stream untouched, and so are the public
 * files.
 * Scripts run only from here or with the nonce. Styles may be inline: the UI kit sets them as attributes and in
 * style elements, and a style cannot run code.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = [
    "default-src 'self'",
    // React's development build needs eval; NODE_ENV is a constant of the build.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${process.env.NODE_ENV === "development" ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${process.env.NODE_ENV === "development" ? " ws:" : ""}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  // Where the sign-in page leads back to.
  headers.set("x-request-path", request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

export const config = {
  matcher: [
    "/((?!api/|_next/static|_next/image|icon.svg|favicon|public/.*\\.(?:csv|xlsx|jsonl|xml)$).*)",
  ],
};
