import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Attachment } from '@ecp/contract/attachments';
import type { ApiSession } from './api-session.ts';
import { say } from './show-progress.ts';

/** The paths of the files in a folder, by name; none where there is no such folder. */
export async function listAttachments(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.sort().map((name) => join(directory, name));
}

/** Uploads files to an engagement one after the other, as a user does in the browser (specification, Attachments). */
export async function attachFiles(session: ApiSession, engagementId: string, paths: string[]): Promise<void> {
  for (const path of paths) {
    const form = new FormData();
    form.set('file', new File([await readFile(path)], basename(path)));
    const response = await session.request('POST', `/api/engagements/${engagementId}/attachments`, { body: form });
    const { attachment } = (await response.json()) as { attachment: Attachment };
    say(`Attached    ${attachment.filename} (${attachment.mimeType}, ${attachment.sizeBytes} bytes)`);
  }
}
