import type { KeyScope } from '@ecp/contract/identity/api-keys';
import { type ExportPart, pageOf } from '../../kernel/database/export-part.ts';

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
  page: pageOf('platform.api_keys', 'id, name, prefix, scope, created_at'),
  pageRows: 200,
  toRecord: ({ created_at, ...key }) => ({
    ...key,
    createdAt: created_at.toISOString(),
    note: 'The key itself is not stored; its hash is redacted.',
  }),
};
