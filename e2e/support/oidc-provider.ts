import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";

export interface Identity {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/**
 * A small OpenID provider for tests: authorization code with PKCE, RS256, email in the user info alone. Whoever comes
 * is `identity`, at once and without a form.
 */
export class OidcProvider {
  identity: Identity = { sub: "nobody" };
  private readonly keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  private readonly codes = new Map<
    string,
    { challenge: string; nonce: string | null; clientId: string; identity: Identity }
  >();
  private readonly tokens = new Map<string, Identity>();
  private server: Server | null = null;

  constructor(private readonly port: number) {}

  get issuer(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      this.answer(request)
        .then(({ status = 200, location, body }) => {
          response.writeHead(status, {
            "content-type": "application/json",
            ...(location !== undefined && { location }),
          });
          response.end(JSON.stringify(body ?? {}));
        })
        .catch((error: Error) =>
          response
            .writeHead(400, { "content-type": "application/json" })
            .end(JSON.stringify({ error: "invalid_request", error_description: error.message })),
        );
    });
    await new Promise<void>((resolve) => this.server!.listen(this.port, "127.0.0.1", resolve));
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => (this.server ? this.server.close(resolve) : resolve(null)));
  }

  private async answer(
    request: IncomingMessage,
  ): Promise<{ status?: number; location?: string; body?: unknown }> {
    const url = new URL(request.url ?? "/", this.issuer);
    switch (url.pathname) {
      case "/.well-known/openid-configuration":
        return {
          body: {
            issuer: this.issuer,
            authorization_endpoint: `${this.issuer}/authorize`,
            token_endpoint: `${this.issuer}/token`,
            userinfo_endpoint: `${this.issuer}/userinfo`,
            jwks_uri: `${this.issuer}/keys`,
            response_types_supported: ["code"],
            subject_types_supported: ["public"],
            id_token_signing_alg_values_supported: ["RS256"],
            code_challenge_methods_supported: ["S256"],
          },
        };
      case "/keys":
        return {
          body: {
            keys: [
              {
                ...this.keys.publicKey.export({ format: "jwk" }),
                kid: "test",
                use: "sig",
                alg: "RS256",
              },
            ],
          },
        };
      case "/authorize": {
        const code = randomBytes(16).toString("hex");
        this.codes.set(code, {
          challenge: url.searchParams.get("code_challenge") ?? "",
          nonce: url.searchParams.get("nonce"),
          clientId: url.searchParams.get("client_id") ?? "",
          identity: this.identity,
        });
        const back = new URL(url.searchParams.get("redirect_uri")!);
        back.searchParams.set("code", code);
        back.searchParams.set("state", url.searchParams.get("state") ?? "");
        return { status: 302, location: back.href };
      }
      case "/token": {
        const form = new URLSearchParams(await text(request));
        const grant = this.codes.get(form.get("code") ?? "");
        this.codes.delete(form.get("code") ?? "");
        if (
          !grant ||
          createHash("sha256")
            .update(form.get("code_verifier") ?? "")
            .digest("base64url") !== grant.challenge
        )
          throw new Error("unknown code or wrong verifier");
        const token = randomBytes(16).toString("hex");
        this.tokens.set(token, grant.identity);
        const at = Math.floor(Date.now() / 1000);
        return {
          body: {
            access_token: token,
            token_type: "Bearer",
            expires_in: 300,
            id_token: this.signed({
              iss: this.issuer,
              aud: grant.clientId,
              sub: grant.identity.sub,
              iat: at,
              exp: at + 300,
              ...(grant.nonce !== null && { nonce: grant.nonce }),
            }),
          },
        };
      }
      case "/userinfo": {
        const identity = this.tokens.get(
          request.headers.authorization?.replace(/^Bearer /, "") ?? "",
        );
        if (!identity) throw new Error("unknown token");
        return { body: identity };
      }
      default:
        return { status: 404 };
    }
  }

  private signed(claims: object): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const content = `${part({ alg: "RS256", typ: "JWT", kid: "test" })}.${part(claims)}`;
    return `${content}.${sign("sha256", Buffer.from(content), this.keys.privateKey).toString("base64url")}`;
  }
}

async function text(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}
