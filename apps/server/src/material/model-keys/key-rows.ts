import type { ModelKey } from '@ecp/contract/identity/model-keys';
import type { ModelKeyProvider } from '@ecp/contract/values/model-key-providers';
import type { Statement } from '@ecp/database/statement';
import { type ExportPart, pageOf } from '../../kernel/export-part.ts';

/** The columns of a key that are shown, never the key. */
export const keyColumns =
  'id, provider, last4, base_url, models, created_by, created_by_name, created_at, last_used_at, refused_at';

export interface KeyRow {
  id: string;
  provider: ModelKeyProvider;
  last4: string;
  base_url: string | null;
  models: string[] | null;
  created_by: string | null;
  created_by_name: string;
  created_at: Date;
  last_used_at: Date | null;
  refused_at: Date | null;
}

export const selectKeys = (tenantId: string): Statement<KeyRow> => ({
  name: 'select_model_keys',
  text: `select ${keyColumns} from platform.model_keys where tenant_id = $1 order by provider`,
  values: [tenantId],
});

export function toModelKey(row: KeyRow): ModelKey {
  const { id, provider, last4, base_url: baseUrl, models } = row;
  return {
    id,
    provider,
    last4,
    baseUrl,
    models,
    createdAt: row.created_at.toISOString(),
    createdBy: { kind: 'user', id: row.created_by, name: row.created_by_name },
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    refusedAt: row.refused_at?.toISOString() ?? null,
  };
}

/** Exports what is known of the keys, without the keys. */
export const exportedModelKeys: ExportPart<KeyRow> = {
  name: 'modelKeys',
  page: pageOf('platform.model_keys', keyColumns),
  pageRows: 50,
  toRecord: toModelKey,
};
