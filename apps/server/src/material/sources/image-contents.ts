import type { Database } from '@ecp/database/database';

interface NamedImage {
  sha256: string;
}

/**
 * Reads JPEGs of an engagement's files by hash, without those of deleted files. They take megabytes:
 * read them only for a model with vision.
 */
export async function readImageContents(
  database: Database,
  tenantId: string,
  engagementId: string,
  images: readonly NamedImage[],
): Promise<Map<string, Buffer>> {
  if (images.length === 0) return new Map();
  const [rows] = await database.batchTenant<[{ sha256: string; content: Buffer }]>(tenantId, [
    {
      name: 'read_image_contents',
      text: `select distinct on (sha256) sha256, content from platform.context_images
        where tenant_id = $1 and engagement_id = $2 and sha256 = any($3) order by sha256`,
      values: [tenantId, engagementId, images.map(({ sha256 }) => sha256)],
    },
  ]);
  return new Map(rows.map(({ sha256, content }) => [sha256, content]));
}
