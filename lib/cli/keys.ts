import {
  addSecretKey,
  dataFolder,
  forgetOldSecretKeys,
  keepsSecretKeys,
} from "@/lib/launcher/data-folder";
import { countOf, formatCount } from "@/lib/platform/format";
import { valueOf, type Command } from "./command";

export const rotateKeys: Command = {
  name: "keys rotate",
  summary: "Encrypt the keys of all connections under the installation's current key",
  usage: "[--forget-old]",
  options: { "forget-old": { type: "boolean" } },
  explanations: [
    [
      "--forget-old",
      "delete earlier keys from the data folder; older backups lose the keys of their connections",
    ],
  ],
  words: 0,
  needs: "database",
  async run({ actor, values }) {
    // The data folder's key is ours to make; one of the environment is changed there, and only used here.
    const own = keepsSecretKeys(dataFolder());
    if (own) addSecretKey(dataFolder());
    const commands = await import("@/lib/runs/connections/commands");
    const { sealed, current, lost } = valueOf(await commands.rotateKeys(actor));
    const forgotten = own && values["forget-old"] ? forgetOldSecretKeys(dataFolder()) : 0;
    const before = current === 0 ? "" : `; ${formatCount(current)} had it already`;
    return {
      json: { newKey: own, sealed, current, lost, forgotten },
      words: [
        `${countOf(sealed, "key")} encrypted under ${own ? "a new key of the data folder" : "the first key of the environment"}${before}.`,
        ...(lost.length === 0
          ? []
          : [
              `${formatCount(lost.length)} lost, because no key of this installation decrypts it; enter it again under Connections: ${lost.join(", ")}.`,
            ]),
        ...(forgotten === 0 ? [] : [`${countOf(forgotten, "earlier key")} deleted.`]),
        ...(own
          ? []
          : ["The other keys of the environment can be removed now, everywhere at once."]),
      ].join("\n"),
    };
  },
};
