import { pollUntil } from '@ecp/testing/poll-until';
import { indexTexts } from '../src/reach/search/search.ts';
import type { TestPlatform } from './start-test-platform.ts';

/**
 * Indexes changed texts until none is left. A text whose engagement is locked by other work waits
 * for the next round.
 */
export async function indexAllTexts({ services, asSuperuser }: TestPlatform): Promise<void> {
  await pollUntil(
    async () => {
      await indexTexts(services, new AbortController().signal);
      const [row] = await asSuperuser<{ count: string }>(
        'select count(*) from platform.search_changes',
      );
      return Number(row?.count);
    },
    (openChanges) => openChanges === 0,
  );
}
