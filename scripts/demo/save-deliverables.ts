import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DeliverableListItem, DeliverableRecord } from '@ecp/contract/deliverables';
import type { Static } from 'typebox';
import type { ApiSession } from './api-session.ts';

/** A deliverable that now lies as a file. */
export interface SavedDeliverable {
  taskId: string | null;
  version: number;
  wordCount: number;
  path: string;
}

/**
 * Writes the latest version of every deliverable of an engagement into `directory`, which is emptied first.
 * Returns what was written, oldest first.
 */
export async function saveDeliverables(
  session: ApiSession,
  engagementId: string,
  directory: string,
): Promise<SavedDeliverable[]> {
  const base = `/api/engagements/${engagementId}/deliverables`;
  const listed = await session.get<Static<typeof DeliverableListItem>[]>(base);
  const filenames = [...new Set(listed.map((item) => item.filename))].reverse();
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  return Promise.all(
    filenames.map(async (filename) => {
      const latest = await session.get<DeliverableRecord>(`${base}/${encodeURIComponent(filename)}`);
      // The server chose the name: only its last part may decide where on this disk it lands.
      const path = join(directory, basename(filename));
      await writeFile(path, latest.content);
      return { taskId: latest.taskId, version: latest.version, wordCount: latest.wordCount, path };
    }),
  );
}
