import { runImageLimits, type StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { Transaction } from '@ecp/database/database';

interface ImageRow {
  attachment_id: string;
  filename: string;
  ordinal: number;
  location: string | null;
  width: number;
  height: number;
  content: Buffer;
  total: number;
}

/**
 * Returns the images of an engagement's attachments in the form that the engine takes, one source for each: those of the
 * newest files, at most 20 and 8 MB, in the order in which the files came. `imagesLeftOut` counts the others.
 */
export async function listImageSources(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<Required<Pick<StartRunRequest, 'sources' | 'imagesLeftOut'>>> {
  const { rows } = await tx.query<ImageRow>({
    name: 'select_context_images',
    text: `select attachment_id, filename, ordinal, location, width, height, content, total from (
        select i.*, a.filename, a.created_at, row_number() over newest as number,
          sum(octet_length(i.content)) over newest as size_so_far, count(*) over () as total
        from platform.context_images i
        join platform.attachments a on a.tenant_id = i.tenant_id and a.id = i.attachment_id
        where i.tenant_id = $1 and i.engagement_id = $2
        window newest as (order by a.created_at desc, i.attachment_id desc, i.ordinal)
      ) counted
      where number <= $3 and size_so_far <= $4 order by created_at, attachment_id, ordinal`,
    values: [tenantId, engagementId, runImageLimits.images, runImageLimits.bytes],
  });
  const sources = rows.map(({ attachment_id: id, filename, ordinal, location, width, height, content }) => ({
    id: `${id}-image-${ordinal + 1}`,
    title: filename,
    location,
    text: '',
    images: [{ mediaType: 'image/jpeg' as const, width, height, data: content.toString('base64') }],
  }));
  return { sources, imagesLeftOut: (rows[0]?.total ?? 0) - rows.length };
}
