import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WaitingCounts } from '@ecp/contract/values/notice-kinds';
import type { Attachment } from '@ecp/contract/work/attachments';
import type { Engagement, EngagementDetail } from '@ecp/contract/work/engagements';
import type { Conflict } from '@ecp/contract/work/figures';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftOf, readRecordings } from '../../../../../scripts/demo/recorded/recordings.ts';
import { comparable, createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { readPatternFacts } from '../../reach/insights/pattern-facts.ts';
import { readRecordedEvents, readRecording } from '../runs/recorded/recorded-run.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
let sample: Engagement;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createKeyedTenant(platform);
  sample = await open();
});
afterAll(() => platform.close());

const examples = fileURLToPath(
  new URL('../../../../../examples/window-maker-export/', import.meta.url),
);

async function open(by = tenant): Promise<Engagement> {
  const { status, body } = await by.owner.post<Engagement>('/api/engagements/sample');
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { sample: true, status: 'completed' },
  });
  return body;
}
const count = async (table: string, condition = 'true', by = tenant) => {
  const [row] = await platform.asSuperuser<{ count: string }>(
    `select count(*) from platform.${table} where tenant_id = $1 and ${condition}`,
    [by.tenantId],
  );
  return Number(row?.count);
};

// SMP-1, SMP-2
test('holds the recorded files, documents, evidence and run, cost nothing, and nobody is told', async () => {
  const path = `/api/engagements/${sample.id}`;
  const { body } = await tenant.owner.get<EngagementDetail>(path);
  expect(body.runs).toMatchObject([{ status: 'completed', estimatedCost: 0 }]);
  expect(body.deliverables.map(({ filename }) => filename).sort()).toEqual(
    body.tasks.map(({ name }) => `${name.toLowerCase().replaceAll(' ', '-')}.md`).sort(),
  );
  const paper = body.deliverables.find(({ taskId }) => taskId === 'decision');
  expect(paper?.content).toContain('*Written by hand to show the form.');
  const { body: cited } = await tenant.owner.get(
    `${path}/deliverables/${paper?.filename}/citations`,
  );
  expect(cited).toMatchObject({ complete: true, summary: { altered: 0, missingSource: 0 } });
  const { body: quality } = await tenant.owner.get<{ averageScore: number }>(`${path}/quality`);
  expect(quality.averageScore).toBeGreaterThan(80);
  const { body: logs } = await tenant.owner.get<{ total: number; logs: string[] }>(
    `${path}/logs?offset=1`,
  );
  expect(logs.total).toBe(logs.logs.length + 1);
  const { body: stream } = await tenant.owner.get<string>(`${path}/stream`);
  const streamed = [...String(stream).matchAll(/^data: (.*)$/gm)].map(
    ([, data = '']) => JSON.parse(data).type,
  );
  expect(streamed).toEqual(readRecordedEvents(new Date()).map(({ type }) => type));
  const source = `${path}/deliverables/${paper?.filename}/sources/1`;
  await pollUntil(
    () => tenant.owner.get(source),
    ({ status }) => status === 200,
  );
  const { body: listed } = await tenant.owner.get<{ attachments: Attachment[] }>(
    `${path}/attachments`,
  );
  expect(listed.attachments.map(({ filename }) => filename).sort()).toEqual([
    'accounts-workbook.xlsx',
    'export-options-paper.pdf',
    'trade-association-page.html',
  ]);
  expect(await count('outbox_events')).toBe(0);
  expect(await count('notices')).toBe(0);
});

// SMP-6
test('tells the same times and tokens in its run, its events and its report', async () => {
  const path = `/api/engagements/${sample.id}`;
  const [run] = (await tenant.owner.get<EngagementDetail>(path)).body.runs;
  const { body: report } = await tenant.owner.get<{ content: string }>(
    `${path}/deliverables/_run_report.md`,
  );
  const events = readRecordedEvents(new Date(run?.startedAt ?? ''));
  expect([run?.startedAt, run?.finishedAt]).toEqual([
    events[0]?.timestamp,
    events.at(-1)?.timestamp,
  ]);
  expect(report.content).toContain(`Started ${run?.startedAt.slice(0, 19).replace('T', ' ')} UTC`);
  expect(report.content).toContain(`Tokens: ${run?.inputTokens.toLocaleString('en-US')} in`);
});

// SMP-7
test('decides on page one with a chart, and lists what its sources say differently', async () => {
  const path = `/api/engagements/${sample.id}`;
  const paper = 'recommendation-on-the-export-decision.md';
  const { body } = await tenant.owner.get<{ conflicts: Conflict[] }>(`${path}/conflicts`);
  const ofSources = body.conflicts.filter(
    ({ kind, status }) => kind === 'sources' && status === 'open',
  );
  expect(ofSources).toHaveLength(3);
  for (const { values, documents } of ofSources) {
    expect(values.every(({ attachmentId }) => attachmentId !== null)).toBe(true);
    expect(documents).toContain(paper);
  }
  const chart = await tenant.owner.get<string>(`${path}/deliverables/${paper}/charts/1`);
  expect(chart.status).toBe(200);
  expect(String(chart.body)).toContain('Bavaria');
});

// SMP-1
test('is made once, however many ask for it, and anew after it was deleted', async () => {
  const other = await createKeyedTenant(platform);
  const samples = await Promise.all(Array.from({ length: 4 }, () => open(other)));
  expect(new Set(samples.map(({ id }) => id)).size).toBe(1);
  expect(await count('attachments', 'true', other)).toBe(3);
  expect(await count('storage_reservations', 'true', other)).toBe(0);
  expect(await count('audit_log', "action = 'engagement.create'", other)).toBe(1);
  const [made] = samples;
  expect((await open(other)).id).toBe(made?.id);
  expect((await other.owner.delete(`/api/engagements/${made?.id}`)).status).toBe(200);
  expect((await open(other)).id).not.toBe(made?.id);
});

// SMP-3
test('is no part of the month, the queue, insights and the library', async () => {
  const { id } = sample;
  const { body: billing } = await tenant.owner.get<{ usage: object }>('/api/billing');
  expect(billing.usage).toMatchObject({ engagementsThisMonth: 0 });
  const { body: queue } = await tenant.owner.get<{ items: object[] }>('/api/queue?scope=all');
  expect(queue.items).toEqual([]);
  const { body: waiting } = await tenant.owner.get<WaitingCounts>('/api/queue/count?scope=all');
  expect(waiting).toEqual({ reviews: 0, questions: 0, comments: 0, failed: 0 });
  const { body: summaries } = await tenant.owner.get<object>('/api/engagement-summaries');
  expect(summaries).toMatchObject({ summaries: [{ id, sample: true, documents: 4, waiting }] });
  const { body: detail } = await tenant.owner.get<EngagementDetail>(`/api/engagements/${id}`);
  expect(detail.waiting).toEqual(waiting);
  const { body: library } = await tenant.owner.get<{ entries: object[] }>('/api/library');
  expect(library.entries).toEqual([]);
  const reviewed = `/api/engagements/${id}/deliverables/recommendation-on-the-export-decision.md/review`;
  expect((await tenant.owner.post(reviewed, { action: 'approve' })).status).toBe(200);
  const facts = await platform.services.database.withTenant(tenant.tenantId, (tx) =>
    readPatternFacts(tx, tenant.tenantId, new Date()),
  );
  expect(facts).toMatchObject({
    models: [],
    criteria: [],
    agents: [],
    agreements: [],
    budgets: { engagements: 0 },
  });
});

// SMP-4
test('is rerun like any engagement: every task, from the versions that it has', async () => {
  const { id } = sample;
  const read = async () =>
    (await tenant.owner.get<EngagementDetail>(`/api/engagements/${id}`)).body;
  const started = Promise.withResolvers<number>();
  platform.engine.onStart((run) => {
    if (run.request.engagement.id === id) started.resolve(run.request.previous.length);
    run.complete();
  });
  expect((await tenant.owner.post(`/api/engagements/${id}/run`)).status).toBe(200);
  expect(await started.promise).toBe(4);
  await pollUntil(read, ({ status }) => status === 'completed');
  expect((await read()).runs).toHaveLength(2);
  const stranger = await createKeyedTenant(platform);
  const missing = await stranger.owner.get('/api/engagements/unknown');
  expect(comparable(await stranger.owner.get(`/api/engagements/${id}`))).toEqual(
    comparable(missing),
  );
});

// SMP-2
test('is a recording of the present example', async () => {
  const { engagement, files } = readRecording();
  const { brief, name } = JSON.parse(await readFile(join(examples, 'engagement.json'), 'utf8'));
  expect(engagement).toMatchObject({ brief, name });
  for (const { filename, bytes } of files)
    expect(await readFile(join(examples, 'attachments', filename)), filename).toEqual(bytes);
  const recordings = await readRecordings(join(examples, 'recorded'));
  const documents = readRecordedEvents(new Date()).flatMap((event) =>
    event.type === 'deliverable' && event.taskId ? [event] : [],
  );
  // A query has its own id in each run.
  const withoutIds = (text: string) => text.replace(/"query": "[^"]+"/, '').trim();
  for (const { taskId, content } of documents) {
    const { name } = engagement.tasks.find(({ id }) => id === taskId) ?? { name: '' };
    expect(withoutIds(content ?? '')).toBe(withoutIds(draftOf(recordings, name)));
  }
});
