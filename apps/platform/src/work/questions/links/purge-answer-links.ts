import type { Database } from '@ecp/database/database';

/** Deletes links that have expired and returns their number. Any process may call it at any time. */
export async function purgeAnswerLinks(database: Database): Promise<number> {
  const [links] = await database.batchSystem<[{ token_hash: Buffer }]>([
    { text: 'delete from platform.answer_links where expires_at <= now() returning token_hash' },
  ]);
  return links.length;
}
