import type { QueryAccess } from '@ecp/contract/engine/tool-access';
import type { PlatformAccess } from './post-to-platform.ts';

/**
 * Returns the access of a run to its tables. A query may run 10 s and may wait for its turn, and a result has at most
 * 5 MB (contract 10).
 */
export function tableAccess(access: QueryAccess): PlatformAccess {
  return {
    ...{ url: access.url, token: access.token },
    timeoutMs: 15_000,
    maxBytes: 6 * 1_048_576,
    subject: 'The tables',
    advice: { late: 'Ask for less at once.', large: 'Sum, group or limit it in SQL.' },
  };
}
