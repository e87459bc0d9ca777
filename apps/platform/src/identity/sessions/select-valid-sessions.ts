import type { Statement } from '@ecp/database/statement';
import { isValidSession } from './valid-session.ts';

/** Selects the sessions that are still valid, as rows with the token's hexadecimal `hash`. Needs the system role. */
export function selectValidSessions(tokenHashes: readonly Buffer[]): Statement<{ hash: string }> {
  return {
    name: 'select_valid_sessions',
    text: `select encode(token_hash, 'hex') as hash from platform.sessions s
      where token_hash = any($1::bytea[]) and ${isValidSession}`,
    values: [tokenHashes],
  };
}
