/**
 * Thrown when an actor asks for something their roles do not allow. Every edge (action, route, page, CLI)
 * turns it into its own kind of refusal; nothing has been read or written when it is thrown.
 */
export class AccessDenied extends Error {
  constructor(readonly permission: string) {
    super(`Permission required: "${permission}".`);
    this.name = "AccessDenied";
  }
}

/** Thrown by a query when the thing it was asked for does not exist (or is hidden from this actor). */
export class NotFound extends Error {
  constructor(readonly what: string) {
    super(`${what} was not found.`);
    this.name = "NotFound";
  }
}
