/** A browser watches no more topics than this; its windows share one stream. */
export const MAX_TOPICS = 40;
