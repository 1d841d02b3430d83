import type { NextConfig } from "next";
import { OLD_URLS } from "./lib/platform/old-urls";

const config: NextConfig = {
  distDir: process.env.NEXT_DIST_DIR || ".next",
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
  async redirects() {
    return OLD_URLS.map((url) => ({ ...url, permanent: true }));
  },
  async headers() {
    return [
      {
        source: "/:path*",
        headers: [
          { key: "x-content-type-options", value: "nosniff" },
          { key: "referrer-policy", value: "same-origin" },
          { key: "x-frame-options", value: "DENY" },
          { key: "cross-origin-opener-policy", value: "same-origin" },
          {
            key: "permissions-policy",
            value: "camera=(), microphone=(), geolocation=(), browsing-topics=()",
          },
        ],
      },
      // Pages have a policy of their own (proxy.ts); what the API answers is never a page.
      {
        source: "/api/:path*",
        headers: [
          { key: "content-security-policy", value: "default-src 'none'; frame-ancestors 'none'" },
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
