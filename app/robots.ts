import type { MetadataRoute } from "next";

/** Search engines are welcome on the public pages; everything else needs an account anyway. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: "*", allow: "/public", disallow: "/" } };
}
