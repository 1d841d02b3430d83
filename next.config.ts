import type { NextConfig } from "next";

const config: NextConfig = {
  distDir: process.env.NEXT_DIST_DIR ?? ".next",
  poweredByHeader: false,
  reactStrictMode: true,
  // Native or dynamic packages that must be loaded from node_modules, not bundled.
  serverExternalPackages: ["@node-rs/argon2", "pg", "pg-copy-streams", "pino", "@prisma/client", "@prisma/adapter-pg"],
  typescript: { ignoreBuildErrors: true }, // `npm test` runs tsc itself; a build need not do it twice
  experimental: { optimizePackageImports: ["@mantine/core", "@mantine/hooks", "@tabler/icons-react"] },
};

export default config;
