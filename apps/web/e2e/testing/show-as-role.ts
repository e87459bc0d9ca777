import type { Role } from '@ecp/contract/identity/auth';
import type { Page } from 'playwright-core';

/**
 * Lets the app take the page's user for one with another role, for what it shows to that role. What
 * a role may do is the service's to decide, and tested there.
 */
export async function showAsRole(page: Page, role: Role): Promise<void> {
  const answer = await page.request.get('/api/me');
  const me = (await answer.json()) as { user: object };
  const json = { ...me, user: { ...me.user, role } };
  await page.route('**/api/me', (route) => route.fulfill({ json }));
}
