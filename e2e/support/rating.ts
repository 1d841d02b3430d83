import type pg from "pg";
import { makeRating, type RatingSample, type RatingSampleMade } from "@/prisma/factories/rating";

/** The id of a sample account: "eli". */
export async function sampleUser(client: pg.Client, name: string): Promise<number> {
  return (await client.query<{ id: number }>("SELECT id FROM users WHERE email = $1", [`${name}@freshqa.example`])).rows[0]!.id;
}

/** An open campaign of sample raters, none of it judged; the raters are taken for qualified. */
export async function makeCampaign(client: pg.Client, raters: readonly string[], sample: RatingSample): Promise<RatingSampleMade> {
  const ids: number[] = [];
  for (const rater of raters) ids.push(await sampleUser(client, rater));
  const made = await makeRating(client, { judged: 0, ...sample, raters: ids });
  await client.query("INSERT INTO qualifications (rater_id, attempt, score, threshold) SELECT unnest($1::int[]), 1, 15, 12 ON CONFLICT DO NOTHING", [ids]);
  return made;
}
