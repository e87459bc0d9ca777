import type { DeliverableCitations } from '@ecp/contract/values/citations';
import type { DeliverableDetail } from '@ecp/contract/work/deliverables';
import { cutSections } from '@ecp/markdown/sectioned-document';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { expect, onTestFinished, test } from 'vitest';
import { startEngineProcess } from '../../../testing/engine/engine-process.ts';
import { type Cited, createRecurringTenant } from '../../../testing/recurring/recurring-tenant.ts';
import { startFakeWeb } from '../../../testing/research/research-tenant.ts';
import { startTestPlatform } from '../../../testing/start-test-platform.ts';

const targets = ['grid/connections/waiting-times', 'yard/offers/budget-price-2025'];
const waiting =
  'A connection of up to 5 MW in the region of Halden takes 18 months from the order.';
const offers = ['Spare battery: EUR 1.1 million.', 'Prices hold until the end of the year.'];
const question = 'Should we buy electric ferries?';

/** The limit for a run on a busy machine. */
const runDeadlineMs = 60_000;

/** A statement as the offline model makes it: it quotes the words that it cites. */
const quoting = (title: string, quote: string): Cited => ({ title, claim: `“${quote}”`, quote });

const sectionsOf = (content: string) =>
  new Map(
    cutSections(content).sections.map(({ raw }) => [raw.split('\n')[0] ?? '', raw.trimEnd()]),
  );

// REC-9, REC-10, REC-13
test('an accepted proposal amends the statements concerned and nothing else', async () => {
  const web = await startFakeWeb();
  const freshDatabase = await createFreshDatabase();
  const platform = await startTestPlatform({ freshDatabase, config: web.config });
  onTestFinished(async () => {
    await Promise.all([platform.close(), web.close()]);
    await freshDatabase.drop();
  });
  const { tenant, pages } = await createRecurringTenant(platform, targets.map(web.site.addressOf));
  const [times, prices] = pages.map(({ title }) => title) as [string, string];
  const brief: Cited = {
    ...quoting('Brief', question),
    source: { kind: 'brief', title: 'Brief', location: null },
  };
  await tenant.deliver([
    {
      taskId: 'a',
      filename: 'grid.md',
      sections: [
        { heading: 'Question', statements: [brief] },
        { heading: 'Waiting times', statements: [quoting(times, waiting)] },
        {
          heading: '“Budget prices 2025”',
          statements: offers.map((words) => quoting(prices, words)),
        },
      ],
    },
  ]);
  await tenant.schedule();
  web.site.moveOn();
  const update = await tenant.check();
  // The run before had a scripted engine, so that the words of its document are known.
  await platform.engine.goDown();
  const engine = await startEngineProcess(freshDatabase.url);
  onTestFinished(async () => void (await engine.stop()));
  const path = `${tenant.base}/deliverables/grid.md`;
  const read = async () => (await tenant.get<DeliverableDetail>(path)).body;
  const old = sectionsOf((await read()).content);
  expect((await tenant.decide(update, 'accept')).status).toBe(200);
  const statusOf = async () =>
    (await tenant.get<{ status: string }>(`${tenant.base}/status`)).body.status;
  expect(await pollUntil(statusOf, (status) => status !== 'running', runDeadlineMs)).toBe(
    'completed',
  );

  const { content, version, noteAnswers } = await read();
  expect(version).toBe(2);
  const now = sectionsOf(content);
  expect([...now.keys()]).toEqual([...old.keys()]);
  for (const title of ['# Paper', '## Question']) expect(now.get(title)).toBe(old.get(title));
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(),
  );
  const remark = ` (The source no longer exists; it was read on ${day}.)`;
  const offered = '## “Budget prices 2025”';
  expect(now.get(offered)).toBe(old.get(offered)?.replace(/\[\^\d\]/g, (all) => all + remark));
  const renewed = waiting.replace('18', '27');
  expect(now.get('## Waiting times')).toBe(`## Waiting times\n\n“${renewed}”[^5]`);
  expect(content).toContain(`[^5]: ${times} (127.0.0.1): “${renewed}”\n`);
  expect(noteAnswers.map(({ outcome }) => outcome)).toEqual(['met', 'met']);
  const { citations } = (await tenant.get<DeliverableCitations>(`${path}/citations`)).body;
  expect(citations.filter(({ state }) => state !== 'verified')).toEqual([]);
  expect(await tenant.check(1)).toMatchObject({ status: 'unchanged', changes: [] });
});
