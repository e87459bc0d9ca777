import type { Database } from '@ecp/database/database';

/** An attachment that came from a URL. */
export interface FetchedAttachment {
  id: string;
  filename: string;
  source_url: string;
  created_at: Date;
}

/** Lists the attachments of an engagement that came from a URL, oldest first. */
export async function listFetchedAttachments(
  database: Database,
  tenantId: string,
  engagementId: string,
): Promise<FetchedAttachment[]> {
  const [rows] = await database.batchTenant<[FetchedAttachment]>(tenantId, [
    {
      name: 'list_fetched_attachments',
      text: `select id, filename, source_url, created_at from platform.attachments
        where tenant_id = $1 and engagement_id = $2 and source_url is not null order by created_at, id`,
      values: [tenantId, engagementId],
    },
  ]);
  return rows;
}
