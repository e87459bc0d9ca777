import { type ExportPart, pageOf } from '../../kernel/export-part.ts';
import { type EndpointRow, endpointColumns, toWebhook } from './webhook-rows.ts';

/** Exports the endpoints without their secrets (ACC-2). */
export const exportedWebhooks: ExportPart<EndpointRow> = {
  name: 'webhooks',
  page: pageOf('platform.webhook_endpoints', endpointColumns),
  pageRows: 200,
  toRecord: toWebhook,
};
