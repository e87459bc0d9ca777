import type { Transaction } from '@ecp/database/database';
import type { RenderedImage } from '../../text-extraction/images/image-limits.ts';

/** Five times what a run takes, so that enough images remain when files are deleted. */
const maxImagesOfEngagement = 100;

/**
 * Replaces the stored images of an attachment. An engagement keeps 100 images, those of its newest files. The
 * attachment must exist.
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
  // The driver sends one image as bytes. It would turn an array of them into hexadecimal text and block the event loop.
  for (const [ordinal, { location, width, height, bytes }] of images.entries()) {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    await tx.query({
      name: 'insert_image',
      text: `insert into platform.context_images
          (tenant_id, engagement_id, attachment_id, ordinal, location, width, height, sha256, content)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      values: [tenantId, engagementId, attachmentId, ordinal, location, width, height, await hash(bytes), content],
    });
  }
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

/** Hashes on another thread, because hashing twenty images would block the event loop. */
async function hash(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');
}
