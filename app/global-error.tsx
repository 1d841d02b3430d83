"use client";

// The root layout itself failed: no kit, no theme, plain words.
export default function GlobalError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body style={{ fontFamily: "system-ui, sans-serif", margin: "15vh auto", maxWidth: "40ch", padding: 16 }}>
        <title>FreshQA Workbench</title>
        <h1>The workbench could not be shown</h1>
        <p>Something went wrong on the server. Nothing that was saved is lost. Wait a moment, then try again.</p>
        <button type="button" onClick={() => retry()}>Try again</button>
      </body>
    </html>
  );
}
