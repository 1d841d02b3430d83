import { describe, expect, it } from "vitest";
import { BadEnvironment, environment, parseEnvironment, provideEnvironment } from "./env";

describe("the environment", () => {
  it("has defaults for everything that a laptop needs", () => {
    expect(parseEnvironment({})).toMatchObject({
      FRESHQA_DATA_DIR: ".data",
      PORT: 3000,
      HOST: "127.0.0.1",
      LOG_LEVEL: "info",
    });
  });

  it("treats an empty variable as one that is not set", () => {
    expect(parseEnvironment({ PORT: "", DATABASE_URL: " ", NEXTAUTH_SECRET: "" })).toMatchObject({
      PORT: 3000,
    });
    expect(parseEnvironment({ DATABASE_URL: "" }).DATABASE_URL).toBeUndefined();
  });

  it("names every wrong variable in one line", () => {
    const read = () =>
      parseEnvironment({ PORT: "http", FRESHQA_SEED: "some", DATABASE_URL: "mysql://x" });
    expect(read).toThrow(BadEnvironment);
    expect(read).toThrow(
      /^DATABASE_URL must start with postgresql:\/\/; PORT must be a number; FRESHQA_SEED must be "none" or "sample"\.$/,
    );
  });

  it("refuses a way past the pooler, and a replica, of a database that it starts itself", () => {
    const url = "postgresql://localhost/freshqa";
    for (const name of ["DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL"]) {
      expect(() => parseEnvironment({ [name]: url })).toThrow(`${name} needs DATABASE_URL`);
      expect(parseEnvironment({ DATABASE_URL: url, [name]: url })).toMatchObject({ [name]: url });
    }
  });

  it("refuses half a sign-in provider", () => {
    expect(() => parseEnvironment({ GITHUB_ID: "x" })).toThrow(
      "GITHUB_SECRET is missing (GITHUB_ID, GITHUB_SECRET belong together).",
    );
  });

  it("follows variables that are set while the process runs", () => {
    provideEnvironment({ PORT: "4001" });
    expect(environment().PORT).toBe(4001);
    provideEnvironment({ PORT: undefined });
    expect(environment().PORT).toBe(3000);
  });
});
