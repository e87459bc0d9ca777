import type { Statement } from '@ecp/database/statement';

/** Which of these sessions still are: rows with the `hash` of the token in hexadecimal. For the system role. */
export function selectValidSessions(tokenHashes: readonly Buffer[]): Statement<{ hash: string }> {
  return {
    name: 'select_valid_sessions',
    text: `select encode(token_hash, 'hex') as hash from platform.sessions
      where token_hash = any($1::bytea[]) and expires_at > now()`,
    values: [tokenHashes],
  };
}
