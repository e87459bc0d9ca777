import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { follow } from './testing/follow.ts';
import { runToEnd } from './testing/product/run-to-end.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { settle } from './testing/settle.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import { newAccount } from './testing/sign-up.ts';
import { succeed } from './testing/succeed.ts';
import { usePeople } from './testing/use-people.ts';

const word = 'W'.repeat(200);

describe.runIf(hasBrowser())('names without a space', () => {
  const openPerson = usePeople();

  it('stay inside their pages, on a wide screen and on a phone', async () => {
    const { page } = await openPerson();
    await signUpByApi(page, { ...newAccount(word.slice(0, 100)), name: word.slice(0, 100) });
    const tasks = [
      { id: 'first', name: word, description: word, assignedAgent: 'corporate-strategist' },
    ];
    const data = { name: word, client: word, brief: word, tasks };
    const { id } = await succeed<{ id: string }>(page.request, '/api/engagements', data);
    await succeed(page.request, '/api/api-keys', { name: word });
    const url = `https://example.com/${word}`;
    await succeed(page.request, '/api/webhooks', { url, events: ['engagement.completed'] });
    await runToEnd(page, id);
    const list = await (await page.request.get(`/api/engagements/${id}/deliverables`)).json();
    const [{ filename }] = list as [{ filename: string }];

    const engagement = `/engagements/${id}`;
    const parts = ['', '/plan', '/deliverables', `/deliverables/${filename}`, '/details'];
    const others = [
      '/engagements',
      '/settings/team',
      '/settings/api-keys',
      '/settings/webhooks',
      '/settings/audit-log',
    ];
    await page.goto('/help');
    for (const path of [...parts.map((part) => `${engagement}${part}`), ...others]) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await follow(page, path);
      await settle(page);
      await expect.poll(() => sidewaysPx(page), { message: path }).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width: 360, height: 740 });
      await expect.poll(() => sidewaysPx(page), { message: path }).toBeLessThanOrEqual(0);
    }
  });
});
