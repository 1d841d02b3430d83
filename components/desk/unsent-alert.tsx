import { IconCloudOff } from "@tabler/icons-react";
import { PlainAlert } from "@/components/ui/plain-alert";
import { PlainAnchorButton, PlainButton } from "@/components/ui/plain-button";

/** Something waits on this device because the server could not be reached, or because one is signed out. */
export function UnsentAlert({
  trouble,
  onSend,
}: {
  trouble: { code: string; message: string } | null;
  onSend: () => void;
}) {
  if (trouble === null) return null;
  const signedOut = trouble.code === "signed-out";
  return (
    <PlainAlert
      color="yellow"
      icon={<IconCloudOff aria-hidden />}
      title={signedOut ? "You're signed out" : "Unsent changes"}
      role="status"
    >
      {signedOut
        ? "Your changes are kept on this device. Sign in in another tab, then retry."
        : trouble.message}{" "}
      <PlainButton size="compact-xs" variant="default" onClick={onSend}>
        Retry now
      </PlainButton>
      {signedOut && (
        <>
          {" "}
          <PlainAnchorButton
            size="compact-xs"
            variant="default"
            href="/sign-in"
            target="_blank"
            rel="noopener"
          >
            Sign in
          </PlainAnchorButton>
        </>
      )}
    </PlainAlert>
  );
}
