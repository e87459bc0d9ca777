import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { EngineRequestError } from '../engine-request-error.ts';

/** An image that is named by its hash, such as a SourceImage. */
interface NamedImage {
  sha256: string;
}

/** Throws `image_missing` (409) if one of the images is not stored for the engagement. */
export async function requireImages(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  images: readonly NamedImage[],
): Promise<void> {
  const hashes = [...new Set(images.map(({ sha256 }) => sha256))];
  if (hashes.length === 0) return;
  const { rowCount } = await tx.query({
    name: 'lock_images',
    text: `select from engine.images where tenant_id = $1 and engagement_id = $2 and sha256 = any($3) for key share`,
    values: [tenantId, engagementId, hashes],
  });
  if (rowCount !== hashes.length) throw new EngineRequestError(409, 'image_missing', 'An image is not stored');
}

/**
 * Reads images of an engagement, which are JPEGs, by their hash. One that was erased in the meantime is missing from
 * the result. They are megabytes: read them for a call to a model that sees, and for no other.
 */
export async function loadImages(
  database: Database,
  tenantId: string,
  engagementId: string,
  images: readonly NamedImage[],
): Promise<Map<string, Buffer>> {
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

const isWithoutRun = `not exists (select from engine.runs r
  where r.tenant_id = i.tenant_id and r.engagement_id = i.engagement_id)`;

/** The query for images of engagements without a run, of the tenant `$1`. */
export const imagesWithoutRun = `select from engine.images i where i.tenant_id = $1 and ${isWithoutRun}`;

/** Returns the statement that deletes images older than a day of engagements without a run. */
export function purgeImages(tenantId: string): Statement {
  return {
    text: `delete from engine.images i where tenant_id = $1 and created_at < now() - interval '1 day' and ${isWithoutRun}`,
    values: [tenantId],
  };
}
