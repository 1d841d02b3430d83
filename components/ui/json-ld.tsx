/**
 * Metadata for search engines. A block of data, which no browser runs; escaped, so that no text in it ends the element or
 * begins a comment.
 */
export function JsonLd({ data }: { data: object }) {
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll("<", "\\u003c") }}
    />
  );
}
