import type { ExportPart } from '../../kernel/database/export-part.ts';

interface FactorRow {
  id: string;
  user_id: string;
  kind: 'passkey' | 'totp';
  name: string | null;
  created_at: Date;
  last_used_at: Date | null;
}

/** Exports who has which second factor, without secrets and keys (SFA-18). */
export const exportedSecondFactors: ExportPart<FactorRow> = {
  name: 'secondFactors',
  page: {
    text: `select id, user_id, kind, name, created_at, last_used_at from (
        select id, user_id, 'passkey' as kind, name, created_at, last_used_at
        from platform.passkeys where tenant_id = $1
        union all
        select 'totp-' || user_id, user_id, 'totp', null, created_at, null
        from platform.totp_factors where tenant_id = $1 and confirmed_at is not null
      ) f where id > $2 order by id limit $3`,
  },
  pageRows: 200,
  toRecord: ({ user_id, kind, name, created_at, last_used_at }) => ({
    userId: user_id,
    kind,
    name,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  }),
};
