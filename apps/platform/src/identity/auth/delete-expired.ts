import type { Database } from '@ecp/database/database';

/** Deletes sessions and mailed tokens that are past their time; returns how many. Any process may call it any time. */
export async function deleteExpired(database: Database): Promise<{ sessions: number; tokens: number }> {
  const [sessions = [], tokens = []] = await database.batchSystem([
    { text: 'delete from platform.sessions where expires_at <= now() returning 1' },
    { text: 'delete from platform.email_tokens where expires_at <= now() returning 1' },
  ]);
  return { sessions: sessions.length, tokens: tokens.length };
}
