import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { eventStatement, type RunRef } from './events.ts';

interface NamedImage {
  sha256: string;
}

/**
 * Reads JPEGs of an engagement's files by hash, without those of deleted files. They take megabytes:
 * read them only for a model with vision.
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
      text: `select distinct on (sha256) sha256, content from platform.context_images
        where tenant_id = $1 and engagement_id = $2 and sha256 = any($3) order by sha256`,
      values: [tenantId, engagementId, images.map(({ sha256 }) => sha256)],
    },
  ]);
  return new Map(rows.map(({ sha256, content }) => [sha256, content]));
}

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
