import { Alert, Code, Text } from "@mantine/core";
import { redirect } from "next/navigation";
import { LinkAnchor } from "@/components/ui/links";
import { EntryPage } from "@/components/shell/entry-page";
import { SignInForm } from "@/components/people/accounts/sign-in-form";
import { safeCallbackPath } from "@/lib/people/access/rules";
import { currentActor } from "@/lib/people/access/session";
import { configuredProviders } from "@/lib/people/accounts/sign-in";
import { environment, servesThisMachineOnly } from "@/lib/platform/env";
import { arePublicPagesOn } from "@/lib/dataset/releases/queries";
import { hasAnyone, listSampleAccounts } from "@/lib/people/accounts/queries";
import { SAMPLE_PASSWORD } from "@/lib/people/accounts/schema";

export const metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const { callbackUrl, error } = await searchParams;
  const callbackPath = safeCallbackPath(
    typeof callbackUrl === "string" ? samePath(callbackUrl) : null,
  );
  if (await currentActor()) redirect(callbackPath);
  const samples = servesThisMachineOnly(environment()) ? await listSampleAccounts() : [];
  const someone = samples.length > 0 || (await hasAnyone());
  return (
    <EntryPage
      title="Sign in"
      description="Keep a question-answering benchmark up to date."
      below={
        (await arePublicPagesOn()) && (
          <Text size="sm" ta="center">
            <LinkAnchor href="/public" underline="always">
              Browse public releases
            </LinkAnchor>{" "}
            without an account.
          </Text>
        )
      }
    >
      {!someone && (
        <Alert title="No accounts yet" mb="md">
          Create the first administrator on the server:{" "}
          <Code block mt="xs">
            npm run --silent freshqa -- user create --email you@example.org --name &quot;Your
            Name&quot; --role admin
          </Code>
        </Alert>
      )}
      <SignInForm
        callbackPath={callbackPath}
        error={typeof error === "string" ? error : null}
        providers={configuredProviders()}
        samples={samples}
        samplePassword={samples.length > 0 ? SAMPLE_PASSWORD : ""}
      />
    </EntryPage>
  );
}

/** next-auth sends whole addresses back here; only what stands behind the host counts, and safeCallbackPath judges it. */
function samePath(address: string): string {
  return URL.canParse(address) && /^https?:/i.test(address)
    ? address.replace(/^https?:\/\/[^/?#]*/i, "") || "/"
    : address;
}
