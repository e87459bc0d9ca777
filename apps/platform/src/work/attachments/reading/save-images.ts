import type { Transaction } from '@ecp/database/database';
import type { RenderedImage } from '../../text-extraction/images/image-limits.ts';

/** Five times what a run takes, so that files may be deleted. */
const maxImagesOfEngagement = 100;

/**
 * Replaces the stored images of an attachment. An engagement keeps 100 images, those of its newest files. The attachment
 * must exist.
 */
export async function saveImages(
  tx: Transaction,
  tenantId: string,
  { engagementId, attachmentId }: { engagementId: string; attachmentId: string },
  images: readonly RenderedImage[],
): Promise<void> {
  await tx.query({
    name: 'delete_images',
    text: 'delete from platform.context_images where tenant_id = $1 and attachment_id = $2',
    values: [tenantId, attachmentId],
  });
  if (images.length === 0) return;
  await tx.query({
    name: 'insert_images',
    text: `insert into platform.context_images
        (tenant_id, engagement_id, attachment_id, ordinal, location, width, height, sha256, content)
      select $1, $2, $3, * from unnest(
        $4::integer[], $5::text[], $6::integer[], $7::integer[], $8::text[], $9::bytea[]
      )`,
    values: [
      tenantId,
      engagementId,
      attachmentId,
      images.map((_, at) => at),
      images.map(({ location }) => location),
      images.map(({ width }) => width),
      images.map(({ height }) => height),
      await Promise.all(images.map(({ bytes }) => hash(bytes))),
      images.map(({ bytes }) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    ],
  });
  await tx.query({
    name: 'delete_old_images',
    text: `delete from platform.context_images
      where tenant_id = $1 and (attachment_id, ordinal) in (
        select i.attachment_id, i.ordinal from platform.context_images i
        join platform.attachments a on a.tenant_id = i.tenant_id and a.id = i.attachment_id
        where i.tenant_id = $1 and i.engagement_id = $2
        order by a.created_at desc, a.id desc, i.ordinal offset $3
      )`,
    values: [tenantId, engagementId, maxImagesOfEngagement],
  });
}

/** Hashes on a thread of its own, because twenty images take as long as the event loop may wait. */
async function hash(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');
}
