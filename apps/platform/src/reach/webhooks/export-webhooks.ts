import type { ExportPart } from '../../kernel/database/export-part.ts';
import { type EndpointRow, endpointColumns, toWebhook } from './webhook-rows.ts';

/** Exports the endpoints without their secrets (ACC-2). */
export const exportedWebhooks: ExportPart<EndpointRow> = {
  name: 'webhooks',
  page: {
    text: `select ${endpointColumns} from platform.webhook_endpoints
    where tenant_id = $1 and id > $2 order by id limit $3`,
  },
  pageRows: 200,
  toRecord: toWebhook,
};
