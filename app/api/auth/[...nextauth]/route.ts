import type { NextRequest } from "next/server";
import { answerAuth } from "@/lib/people/accounts/sign-in-answer";

const handler = async (
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
) => answerAuth(request, (await context.params).nextauth);

export { handler as GET, handler as POST };
