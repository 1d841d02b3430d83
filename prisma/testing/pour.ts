import { request } from "node:http";

/**
 * Sends a body to the sign-in without announcing its size, until all of it is sent or the server answers.
 * @param origin http://HOST:PORT
 * @returns the status of the answer
 */
export function pour(origin: string, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0;
    const call = request(
      `${origin}/api/auth/callback/credentials`,
      { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } },
      (response) => {
        status = response.statusCode!;
        response.resume().on("close", () => resolve(status));
      },
    );
    call.on("error", (error) => {
      if (status === 0) reject(error);
    });
    const piece = Buffer.alloc(1_000_000, "a");
    let sent = 0;
    const more = () => {
      while (sent < bytes && status === 0) {
        sent += piece.length;
        if (!call.write(piece)) return void call.once("drain", more);
      }
      call.end();
    };
    more();
  });
}
