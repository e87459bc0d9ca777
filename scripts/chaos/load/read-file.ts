import { setTimeout as wait } from 'node:timers/promises';
import type { BalancedClient } from './client.ts';

/** The longest that a platform has a wrong clock, and so refuses links that last an hour. */
const wrongClockMs = 40_000;
const retryMs = 500;

/** The path of the files of an engagement. */
export const pathOfFiles = (engagementId: string): string => `/api/engagements/${engagementId}/attachments`;

/**
 * Returns the text of a file by its download link, or null where there is none. A link that is refused is asked for
 * again for as long as the clock of a platform may be wrong.
 */
export async function readFile(
  client: Pick<BalancedClient, 'send'>,
  engagementId: string,
  id: string,
): Promise<string | null> {
  const path = `${pathOfFiles(engagementId)}/${id}`;
  for (const endMs = performance.now() + wrongClockMs; ; await wait(retryMs)) {
    const { status, body } = await client.send<{ downloadUrl: string }>('get', path);
    if (status !== 200) return null;
    const downloaded = await client.send<string>('get', new URL(body.downloadUrl).pathname);
    if (downloaded.status === 200) return downloaded.body;
    if (performance.now() > endMs) return null;
  }
}
