import type { KeyScope } from '@ecp/contract/identity/api-keys';
import type { ExportPart } from '../../kernel/database/export-part.ts';

interface Row {
  id: string;
  name: string;
  prefix: string;
  scope: KeyScope;
  created_at: Date;
}

/** Exports the API keys without anything that authenticates (ACC-3). */
export const exportedApiKeys: ExportPart<Row> = {
  name: 'apiKeys',
  page: {
    text: `select id, name, prefix, scope, created_at from platform.api_keys
    where tenant_id = $1 and id > $2 order by id limit $3`,
  },
  pageRows: 200,
  toRecord: ({ created_at, ...key }) => ({
    ...key,
    createdAt: created_at.toISOString(),
    note: 'The key itself is not stored; its hash is redacted.',
  }),
};
