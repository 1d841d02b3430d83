/**
 * How many days a browser keeps what someone typed and did not save. Entries of a desk's outbox stay for longer: each is
 * known by the row that it became, for good, and needs no client key to be told from new ones.
 */
export const UNSENT_DAYS = 60;
