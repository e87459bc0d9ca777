import { createHash } from 'node:crypto';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { eventStatement, type RunRef } from './events.ts';
import { EngineRequestError } from './runs.ts';

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
  if (rowCount !== hashes.length)
    throw new EngineRequestError(409, 'image_missing', 'An image is not stored');
}

/**
 * Reads JPEGs by hash, without erased ones. They take megabytes: read them only for a model with
 * vision.
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

export function eraseImages(tenantId: string, engagementId: string): Statement {
  return {
    text: 'delete from engine.images where tenant_id = $1 and engagement_id = $2',
    values: [tenantId, engagementId],
  };
}

const isWithoutRun = `not exists (select from engine.runs r
  where r.tenant_id = i.tenant_id and r.engagement_id = i.engagement_id)`;

/** The query for images of the tenant `$1` whose engagements have no run. */
export const imagesWithoutRun = `select from engine.images i where i.tenant_id = $1 and ${isWithoutRun}`;

/** Returns the statement that deletes images older than a day of engagements without a run. */
export function purgeImages(tenantId: string): Statement {
  return {
    text: `delete from engine.images i where tenant_id = $1 and created_at < now() - interval '1 day' and ${isWithoutRun}`,
    values: [tenantId],
  };
}

/**
 * Stores a JPEG of an engagement. Throws `invalid_request` (400) for other bytes or another hash.
 */
export async function storeImage(
  database: Database,
  tenantId: string,
  { engagementId, sha256, content }: { engagementId: string; sha256: string; content: unknown },
): Promise<void> {
  if (!Buffer.isBuffer(content) || !isJpeg(content) || hash(content) !== sha256) {
    throw new EngineRequestError(400, 'invalid_request', 'The body is not the JPEG with this hash');
  }
  await database.batchTenant(tenantId, [
    {
      name: 'store_image',
      text: `insert into engine.images (tenant_id, engagement_id, sha256, content) values ($1, $2, $3, $4)
        on conflict (tenant_id, engagement_id, sha256) do update set created_at = excluded.created_at`,
      values: [tenantId, engagementId, sha256, content],
    },
  ]);
}

const isJpeg = (bytes: Buffer) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

export interface UnreadImages {
  total: number;
  unread: number;
  /** `blind`: the model has no vision. `limit`: most images of a run. */
  reason: 'blind' | 'limit';
}

/** Returns the statement that logs unread images, once a run for each reason. */
export function unreadImagesEvent(run: RunRef, { total, unread, reason }: UnreadImages): Statement {
  const count = unread === total ? `${total}` : `${unread} of ${total}`;
  const why = reason === 'blind' ? 'the model does not read images' : 'a run reads no more';
  return eventStatement(run, `images_not_read/${reason}`, {
    type: 'log',
    level: 'warning',
    code: 'images_not_read',
    agent: null,
    taskId: null,
    message: `${count} attached ${total === 1 ? 'image was' : 'images were'} not read: ${why}.`,
  });
}
