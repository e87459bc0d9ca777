import { createHash } from 'node:crypto';
import type { Database } from '@ecp/database/database';
import { EngineRequestError } from '../engine-request-error.ts';

/**
 * Stores a JPEG for the runs of an engagement. One that is stored already counts as new. Throws `invalid_request` (400)
 * for bytes that are no JPEG or have another hash.
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
