import { forgetDesks } from "@/components/desk/offline";
import { notifyRefusal } from "@/components/ui/notify-refusal";
import { sendSignOut } from "./own-session";
import { sweepDrafts } from "@/components/ui/kept-forms";

/**
 * Signs out of this browser and loads everything again, so that nothing of what was shown stays; says so where the session
 * may not have ended. The desk's items leave the device. Drafts of forms stay for whoever wrote them, unless someone else has used the browser since.
 */
export async function signOutHere(userId: number | null, next = "/sign-in"): Promise<void> {
  const { done, refusal } = await sendSignOut();
  if (done) {
    sweepDrafts(new Date(), userId);
    await forgetDesks();
    window.location.assign(next);
  } else
    notifyRefusal(
      "Not signed out",
      refusal ?? { code: "failed", message: "Something went wrong on the server. Try again." },
    );
}
