import { Alert, Button } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";

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
    <Alert
      color="yellow"
      icon={<IconCloudOff aria-hidden />}
      title={signedOut ? "You're signed out" : "Unsent changes"}
      mb="sm"
      role="status"
    >
      {signedOut
        ? "Your changes are kept on this device. Sign in in another tab, then retry."
        : trouble.message}{" "}
      <Button size="compact-xs" variant="default" onClick={onSend}>
        Retry now
      </Button>
      {signedOut && (
        <>
          {" "}
          <Button
            size="compact-xs"
            variant="default"
            component="a"
            href="/sign-in"
            target="_blank"
            rel="noopener"
          >
            Sign in
          </Button>
        </>
      )}
    </Alert>
  );
}
