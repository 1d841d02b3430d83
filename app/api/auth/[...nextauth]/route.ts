import NextAuth from "next-auth";
import { authOptions } from "@/lib/access/sign-in";

// The options are read for each request: the environment is complete only once the server runs.
const handler = (request: Request, context: { params: Promise<{ nextauth: string[] }> }) => NextAuth(request as never, context as never, authOptions());

export { handler as GET, handler as POST };
