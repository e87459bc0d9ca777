import type { Database } from '@ecp/database/database';
import { isValidSession } from '../sessions/valid-session.ts';

interface ExpiredRow {
  token_hash: Buffer;
}

/** Deletes ended sessions and mailed tokens and returns their numbers. Any process may call it at any time. */
export async function purgeExpiredSessions(database: Database): Promise<{ sessions: number; tokens: number }> {
  const [sessions, tokens] = await database.batchSystem<[ExpiredRow, ExpiredRow]>([
    {
      text: `delete from platform.sessions s where expires_at <= now() or replaced_at is null and not ${isValidSession}
        returning token_hash`,
    },
    { text: 'delete from platform.email_tokens where expires_at <= now() returning token_hash' },
  ]);
  return { sessions: sessions.length, tokens: tokens.length };
}
