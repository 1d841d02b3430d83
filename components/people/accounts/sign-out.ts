import { notifyRefusal } from "@/components/ui/notify-refusal";
import { sendSignOut } from "./own-session";

/** Signs out of this browser and loads everything again, so that nothing of what was shown stays; says so where the session may not have ended. */
export async function signOutHere(next = "/sign-in"): Promise<void> {
  const { done, refusal } = await sendSignOut();
  if (done) window.location.assign(next);
  else
    notifyRefusal(
      "Not signed out",
      refusal ?? { code: "failed", message: "Something went wrong on the server. Try again." },
    );
}
