/** An account of the sample data, to be shown at the end of a start. */
export interface SampleAccount {
  email: string;
  password: string;
  name?: string;
  roles?: readonly string[];
}

/**
 * Fills the embedded database with the sample accounts and, if wanted, the sample questions; what is there stays.
 * The seed is loaded here and not imported above, because it needs the generated client and DATABASE_URL.
 */
export async function seedDatabase(options: { questions: boolean }): Promise<SampleAccount[]> {
  const [{ seed }, { disconnect }] = await Promise.all([
    import("@/prisma/seed/seed"),
    import("@/lib/platform/db"),
  ]);
  try {
    return await seed(options);
  } finally {
    // The pages bring a client of their own.
    await disconnect();
  }
}
