import { pollUntil } from '@ecp/testing/poll-until';
import type { TestPlatform } from '../start-test-platform.ts';

/**
 * Waits until the background work has indexed all texts of a tenant, so that its rows change no
 * more by themselves.
 */
export async function waitForIndex({ asSuperuser }: TestPlatform, tenantId: string): Promise<void> {
  const text =
    'select count(*)::integer as waiting from platform.search_changes where tenant_id = $1';
  const count = async () => (await asSuperuser<{ waiting: number }>(text, [tenantId]))[0]?.waiting;
  await pollUntil(count, (waiting) => waiting === 0);
}
