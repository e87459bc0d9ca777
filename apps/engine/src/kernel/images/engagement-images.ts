import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';

/** Bytes of images by their hash, as SourceImage names them. */
export type ImageBytes = Map<string, Buffer>;

/** Returns the statement that stores images of an engagement. One that an earlier run has stored stays. */
export function storeImages(tenantId: string, engagementId: string, images: ImageBytes): Statement {
  return {
    name: 'store_images',
    text: `insert into engine.images (tenant_id, engagement_id, sha256, content)
      select $1, $2, * from unnest($3::text[], $4::bytea[]) on conflict do nothing`,
    values: [tenantId, engagementId, [...images.keys()], [...images.values()]],
  };
}

/** Reads images of an engagement. One that was erased in the meantime is missing from the result. */
export async function loadImages(
  database: Database,
  tenantId: string,
  engagementId: string,
  images: readonly { sha256: string }[],
): Promise<ImageBytes> {
  if (images.length === 0) return new Map();
  const [rows] = await database.batchTenant<[{ sha256: string; content: Buffer }]>(tenantId, [
    {
      name: 'load_images',
      text: `select sha256, content from engine.images
        where tenant_id = $1 and engagement_id = $2 and sha256 = any($3)`,
      values: [tenantId, engagementId, images.map(({ sha256 }) => sha256)],
    },
  ]);
  return new Map(rows.map(({ sha256, content }) => [sha256, content]));
}

/** Returns the statement that erases the images of an engagement. */
export function eraseImages(tenantId: string, engagementId: string): Statement {
  return {
    text: 'delete from engine.images where tenant_id = $1 and engagement_id = $2',
    values: [tenantId, engagementId],
  };
}
