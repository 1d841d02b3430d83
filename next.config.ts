import type { NextConfig } from "next";
import { ANSWER_HEADERS } from "./lib/platform/answer-headers";

const config: NextConfig = {
  distDir: process.env.NEXT_DIST_DIR || ".next",
  // Names a build to what devices keep of it (components/desk/offline.ts).
  env: { WORKBENCH_BUILD: Date.now().toString(36) },
  poweredByHeader: false,
  reactStrictMode: true,
  // Native or dynamic packages that must be loaded from node_modules, not bundled.
  serverExternalPackages: [
    "@node-rs/argon2",
    "pg",
    "pg-copy-streams",
    "pino",
    "@prisma/client",
    "@prisma/adapter-pg",
  ],
  typescript: { ignoreBuildErrors: true }, // `npm test` runs tsc itself; a build need not do it twice
  async headers() {
    return [
      {
        source: "/:path*",
        headers: ANSWER_HEADERS,
      },
      // Pages have a policy of their own (proxy.ts); of the API only refusals are pages, which have a style and nothing else.
      {
        source: "/api/:path*",
        headers: [
          {
            key: "content-security-policy",
            value: "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
          },
        ],
      },
    ];
  },
  // authInterrupts: forbidden() answers 403 with app/forbidden.tsx.
  // The server in front says the same (lib/launcher/body-limit.ts), before anything is read.
  experimental: {
    authInterrupts: true,
    serverActions: { bodySizeLimit: 2_000_000 },
    optimizePackageImports: ["@mantine/core", "@mantine/hooks", "@tabler/icons-react"],
  },
};

export default config;
