import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { say } from './show-progress.ts';
import type { Session } from './sign-up.ts';

/** Lists the paths of the files in a folder, sorted by name; none if the folder does not exist. */
export async function listAttachments(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.sort().map((name) => join(directory, name));
}

/** Uploads files to an engagement one by one, as a user does in the browser (docs/requirements/attachments.md). */
export async function attachFiles(
  { client, signal }: Session,
  engagementId: string,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) {
    const file = new File([await readFile(path)], basename(path));
    const { attachment } = await client.uploadAttachment({ id: engagementId, file }, { signal });
    say(`Attached    ${attachment.filename} (${attachment.mimeType}, ${attachment.sizeBytes} bytes)`);
  }
}
