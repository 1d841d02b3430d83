import { createServer, type Server, type Socket } from "node:net";

/** A message as the server took it. */
export interface TakenMail {
  from: string;
  to: string[];
  /** Headers and text, as they came. */
  raw: string;
}

/** What the server does with a message instead of taking it. */
export type Behaviour = "take" | "refuse-recipient" | "busy" | "hang-up-after-text";

/** A mail server on this machine that keeps what it takes, for tests. Speaks as much of RFC 5321 as sending needs. */
export class SmtpServer {
  readonly taken: TakenMail[] = [];
  behaviour: Behaviour = "take";
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<SmtpServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("The server has no port.");
    const started = new SmtpServer(server, `smtp://127.0.0.1:${address.port}`);
    server.on("connection", (socket) => started.talk(socket));
    return started;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private talk(socket: Socket): void {
    this.sockets.add(socket);
    socket.on("close", () => this.sockets.delete(socket));
    socket.on("error", () => {});
    socket.setEncoding("utf8");
    const say = (line: string) => socket.write(`${line}\r\n`);
    let rest = "";
    let mail: TakenMail = { from: "", to: [], raw: "" };
    let inText = false;
    const hear = (line: string) => {
      const address = /<([^>]*)>/.exec(line)?.[1] ?? "";
      if (/^EHLO/i.test(line)) return say("250 localhost");
      if (/^MAIL FROM/i.test(line)) {
        mail = { from: address, to: [], raw: "" };
        return say(this.behaviour === "busy" ? "451 Try again later" : "250 ok");
      }
      if (/^RCPT TO/i.test(line)) {
        if (this.behaviour === "refuse-recipient") return say("550 No such user here");
        mail.to.push(address);
        return say("250 ok");
      }
      if (/^DATA/i.test(line)) {
        inText = true;
        return say("354 go on");
      }
      if (/^QUIT/i.test(line)) return socket.end("221 bye\r\n");
      return say("250 ok");
    };
    say("220 localhost ready");
    socket.on("data", (chunk: string) => {
      rest += chunk;
      for (;;) {
        if (inText) {
          const end = rest.startsWith(".\r\n") ? 0 : rest.indexOf("\r\n.\r\n");
          if (end < 0) return;
          mail.raw = rest.slice(0, end).replace(/^\.\./gm, ".");
          rest = rest.slice(end === 0 ? 3 : end + 5);
          inText = false;
          // Taken over, whether or not the sender hears of it.
          this.taken.push(mail);
          if (this.behaviour === "hang-up-after-text") return void socket.destroy();
          say("250 taken");
        }
        const end = rest.indexOf("\r\n");
        if (end < 0) return;
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        hear(line);
        if (socket.destroyed) return;
      }
    });
  }
}
