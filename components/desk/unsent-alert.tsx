import { IconCloudOff } from "@tabler/icons-react";
import { PlainAlert } from "@/components/ui/plain-alert";
import { PlainAnchorButton, PlainButton } from "@/components/ui/plain-button";

/** Whether the server speaks to pages of another version by now: sending the same again would change nothing. */
export const isOutOfDate = (trouble: { code: string } | null) => trouble?.code === "out-of-date";

export const reloadPage = () => location.reload();

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
  const outOfDate = isOutOfDate(trouble);
  return (
    <PlainAlert
      color="yellow"
      icon={<IconCloudOff aria-hidden />}
      title={
        signedOut ? "You're signed out" : outOfDate ? "This page is out of date" : "Unsent changes"
      }
      role="status"
    >
      {signedOut
        ? "Your changes are kept on this device. Sign in in another tab, then retry."
        : outOfDate
          ? "Whatever isn't saved yet is kept on this device."
          : trouble.message}{" "}
      <PlainButton size="compact-xs" variant="default" onClick={outOfDate ? reloadPage : onSend}>
        {outOfDate ? "Reload page" : "Retry now"}
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
