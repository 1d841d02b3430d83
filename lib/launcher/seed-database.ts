/** An account of the sample data, to be shown at the end of a start. */
export interface SampleAccount {
  email: string;
  password: string;
  name?: string;
  roles?: readonly string[];
}

/**
 * Fills the embedded database with the sample accounts and, if wanted, the sample questions; what is there stays.
 * The seed is loaded here and not imported above, because it needs the generated client and DATABASE_URL. Its connections stay
 * open: they are those that the services of this process go on with.
 */
export async function seedDatabase(options: { questions: boolean }): Promise<SampleAccount[]> {
  const { seed } = await import("@/prisma/seed/seed");
  return seed(options);
}
