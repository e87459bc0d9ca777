import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Session } from './sign-up.ts';

/** A deliverable that was saved as a file. */
export interface SavedDeliverable {
  taskId: string | null;
  version: number;
  wordCount: number;
  path: string;
}

/**
 * Writes the latest version of every deliverable of an engagement to `directory`, which is emptied first.
 * Returns the saved deliverables, oldest first.
 */
export async function saveDeliverables(
  { client, signal }: Session,
  engagementId: string,
  directory: string,
): Promise<SavedDeliverable[]> {
  const listed = await client.listDeliverables({ id: engagementId }, { signal });
  const filenames = [...new Set(listed.map((item) => item.filename))].reverse();
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  return Promise.all(
    filenames.map(async (filename) => {
      const latest = await client.getDeliverable({ id: engagementId, filename }, { signal });
      // The server chose the name, so only its last part is used as a path on this disk.
      const path = join(directory, basename(filename));
      await writeFile(path, latest.content);
      return { taskId: latest.taskId, version: latest.version, wordCount: latest.wordCount, path };
    }),
  );
}
