import type { EngagementUpdate } from '@ecp/contract/work/recurring';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { chooseOption } from './testing/choose-option.ts';
import { findViolations } from './testing/find-violations.ts';
import { makeEngagement } from './testing/product/make-engagement.ts';
import { signUpByApi } from './testing/product/sign-up-by-api.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import { usePeople } from './testing/use-people.ts';

const proposal: EngagementUpdate = {
  id: 'update-1',
  dueAt: '2026-11-20T06:00:00.000Z',
  checkedAt: '2026-11-20T06:01:00.000Z',
  status: 'proposed',
  sources: [
    {
      kind: 'page',
      outcome: 'changed',
      reason: null,
      detail: null,
      source: {
        id: 'page-1',
        title: 'Waiting times for new connections',
        url: 'https://grid.example/waiting-times',
      },
    },
    {
      kind: 'page',
      outcome: 'unread',
      reason: 'robots',
      detail: 'grid.example',
      source: { id: 'page-2', title: 'Power prices', url: 'https://grid.example/prices' },
    },
  ],
  changes: [
    {
      kind: 'page',
      type: 'figure',
      newTitle: 'Waiting times for new connections (grid.example)',
      source: {
        id: 'page-1',
        title: 'Waiting times for new connections',
        url: 'https://grid.example/waiting-times',
      },
      before: 'A connection takes 18 months from the order.',
      after: 'A connection takes 27 months from the order.',
      documents: [
        {
          filename: 'grid.md',
          version: 1,
          section: 'Waiting times',
          footnote: '3',
          claim: 'A connection takes 18 months.',
        },
      ],
    },
  ],
  cost: { low: 0.4, expected: 0.6, high: 0.9 },
  decidedBy: null,
  decidedAt: null,
  runId: null,
};

describe.runIf(hasBrowser())('keeping an engagement up to date', () => {
  const openPerson = usePeople();

  // REC-1, REC-8, REC-9
  it('sets and ends a schedule, shows a proposal, and starts the amendment only after a confirmation', async () => {
    const { page } = await openPerson();
    await signUpByApi(page);
    const id = await makeEngagement(page);
    await page.goto(`/engagements/${id}/updates`);
    await page.getByRole('button', { name: 'Set a schedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'When should the sources be read again?' });
    await chooseOption(dialog.getByLabel('Repeats'), 'Every quarter');
    await dialog.getByLabel('Begins', { exact: true }).fill('2999-01-31');
    await dialog.getByRole('button', { name: 'Set the schedule' }).click();
    await page.getByRole('definition').getByText('Every quarter', { exact: true }).waitFor();
    await page.getByRole('definition').getByText('Jan 31, 2999', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'End the schedule' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End the schedule' }).click();
    await page.getByText('The sources are read during runs only.').waitFor();

    const decided: string[] = [];
    await page.route('**/api/**/updates', (route) =>
      route.fulfill({ json: { updates: [proposal] } }),
    );
    await page.route('**/updates/update-1/*', (route) => {
      decided.push(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
      const documents = [{ filename: 'grid.md', version: 1 }];
      return route.fulfill({
        json: { runId: 'run-1', status: 'running', message: 'Amendment started', documents },
      });
    });
    await page.reload();
    const section = page.getByRole('region', { name: 'Sources have changed' });
    await section.getByText('A connection takes 27 months from the order.').waitFor();
    await section.getByText('“Waiting times”, footnote 3').waitFor();
    await section.getByText('$0.60').waitFor();
    await page.getByText('2 sources read again').click();
    await page.getByText('The robots.txt of grid.example does not allow it.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
    expect(decided).toEqual([]);
    await section.getByRole('button', { name: 'Amend these sections' }).click();
    const question = page.getByRole('dialog', { name: 'Amend these sections?' });
    await question.getByText('$0.40 to $0.90').waitFor();
    await question.getByRole('button', { name: 'Amend these sections' }).click();
    await page.getByText('The amendment of 1 document has started.').waitFor();
    expect(decided).toEqual(['accept']);
  });
});
