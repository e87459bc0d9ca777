import { runImageLimits, type StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { Transaction } from '@ecp/database/database';

interface ImageRow {
  attachment_id: string;
  filename: string;
  ordinal: number;
  location: string | null;
  width: number;
  height: number;
  sha256: string;
  total: number;
}

/** The images of a run: one source for each. `imagesLeftOut` counts the other images of the engagement. */
export type RunImages = Required<Pick<StartRunRequest, 'sources' | 'imagesLeftOut'>>;

/**
 * Lists the images of an engagement's attachments for a run: those of the newest files, at most 20 and 8 MB, from the
 * oldest of these files to the newest.
 */
export async function listRunImages(tx: Transaction, tenantId: string, engagementId: string): Promise<RunImages> {
  const { rows } = await tx.query<ImageRow>({
    name: 'list_run_images',
    text: `select attachment_id, filename, ordinal, location, width, height, sha256, total from (
        select i.attachment_id, i.ordinal, i.location, i.width, i.height, i.sha256, a.filename, a.created_at,
          row_number() over newest as number, sum(octet_length(i.content)) over newest as size_so_far,
          count(*) over () as total
        from platform.context_images i
        join platform.attachments a on a.tenant_id = i.tenant_id and a.id = i.attachment_id
        where i.tenant_id = $1 and i.engagement_id = $2
        window newest as (order by a.created_at desc, i.attachment_id desc, i.ordinal)
      ) counted
      where number <= $3 and size_so_far <= $4 order by created_at, attachment_id, ordinal`,
    values: [tenantId, engagementId, runImageLimits.images, runImageLimits.bytes],
  });
  const sources = rows.map(({ attachment_id: id, filename, ordinal, location, width, height, sha256 }) => ({
    id: `${id}-image-${ordinal + 1}`,
    title: filename,
    location,
    text: '',
    images: [{ sha256, mediaType: 'image/jpeg' as const, width, height }],
  }));
  return { sources, imagesLeftOut: (rows[0]?.total ?? 0) - rows.length };
}

/** Reads the images that sources name, each once. An image whose file has been deleted since is missing. */
export async function readRunImages(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  sources: StartRunRequest['sources'],
): Promise<{ sha256: string; content: Buffer }[]> {
  const hashes = sources.flatMap(({ images = [] }) => images.map(({ sha256 }) => sha256));
  const { rows } = await tx.query<{ sha256: string; content: Buffer }>({
    name: 'read_run_images',
    text: `select distinct on (sha256) sha256, content from platform.context_images
      where tenant_id = $1 and engagement_id = $2 and sha256 = any($3) order by sha256`,
    values: [tenantId, engagementId, hashes],
  });
  return rows;
}
