import type { Statement } from '@ecp/database/statement';

/** Selects the `id` of those keys that still authenticate. Needs the system role. */
export function selectValidKeys(keyIds: readonly string[]): Statement<{ id: string }> {
  return {
    name: 'select_valid_keys',
    text: `select id from platform.api_keys
      where id = any($1::text[]) and revoked_at is null and (expires_at is null or expires_at > now())`,
    values: [keyIds],
  };
}
