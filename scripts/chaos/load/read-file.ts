import type { BalancedClient } from './client.ts';

/** The path of the files of an engagement. */
export const pathOfFiles = (engagementId: string): string => `/api/engagements/${engagementId}/attachments`;

/** Returns the text of a file by its download link; null where there is none. */
export async function readFile(
  client: Pick<BalancedClient, 'send'>,
  engagementId: string,
  id: string,
): Promise<string | null> {
  const path = `${pathOfFiles(engagementId)}/${id}`;
  const { status, body } = await client.send<{ downloadUrl: string }>('get', path);
  if (status !== 200) return null;
  const downloaded = await client.send<string>('get', new URL(body.downloadUrl).pathname);
  return downloaded.status === 200 ? downloaded.body : null;
}
