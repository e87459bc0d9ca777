import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  DeliverableListItem as ListItemSchema,
  StaleRerunStarted,
} from '@ecp/contract/work/deliverables';
import type { Engagement } from '@ecp/contract/work/engagements';
import type { RunAnalytics, RunLogs, RunQuality, RunStarted } from '@ecp/contract/work/runs';
import { waitForMails } from '@ecp/testing/mail-folder';
import type { Static } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  beginJob,
  type MainJob,
  queryProduct,
  readDeliverable,
  waitForStatus,
} from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, root, startProduct } from './testing/product.ts';

type DeliverableListItem = Static<typeof ListItemSchema>;

const notes = 'Please add a section on the farm-shop contract and its walk-away price.';

/**
 * Tests the main job as a person does it, with one step per test. Each step depends on the previous
 * one.
 */
describe('the main job, offline, only over HTTP', () => {
  const place = copyPreparedDataDir();
  let product: RunningProduct;
  let job: MainJob;
  let firstRunId: string;
  let filename: string;

  beforeAll(async () => {
    product = await startProduct({ dataDir: place.dataDir });
    const example = join(root, 'examples/regional-coffee-roaster/engagement.json');
    job = await beginJob(product.baseUrl, JSON.parse(await readFile(example, 'utf8')));
  });
  afterAll(async () => {
    await product?.stop();
    await place.remove();
  });

  // FOL-8
  it('starts a run and streams numbered events until the final status', async () => {
    const started = await job.client.post<RunStarted>(`${job.path}/run`);
    expect(started).toMatchObject({ status: 200, body: { status: 'running' } });
    firstRunId = started.body.runId;
    const stream = (await job.client.get<string>(`${job.path}/stream`)).body;
    const ids = [...stream.matchAll(/^id: [^:]+:(\d+)$/gm)].map(([, id]) => Number(id));
    expect(ids).toEqual(ids.map((_, index) => index + 1));
    const events = [...stream.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
    expect(events.at(-1)).toMatchObject({ type: 'status', status: 'completed' });
    const finished = events
      .filter(({ type }) => type === 'task_complete')
      .map(({ taskId }) => taskId);
    expect(finished.toSorted()).toEqual(job.engagement.tasks.map(({ id }) => id).toSorted());
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['status', 'cost', 'log', 'task_complete']),
    );
    expect(events.every(({ timestamp }) => !Number.isNaN(Date.parse(timestamp)))).toBe(true);
  });

  // DEL-2, QUA-1, QUA-2, QUA-3, RUN-7
  it('has one deliverable per task, each with a score', async () => {
    await waitForStatus(job, 'completed');
    const list = (await job.client.get<DeliverableListItem[]>(`${job.path}/deliverables`)).body;
    expect(list.map(({ taskId }) => taskId).toSorted()).toEqual(
      job.engagement.tasks.map(({ id }) => id).toSorted(),
    );
    expect(list.every(({ version }) => version === 1)).toBe(true);
    const all = (
      await job.client.get<DeliverableListItem[]>(`${job.path}/deliverables?include_internal=true`)
    ).body;
    expect(all.map((entry) => entry.filename)).toEqual(
      expect.arrayContaining(['_run_report.md', '_operations_review.md']),
    );
    filename = list.find(({ taskId }) => taskId === 'pricing-strategy')?.filename ?? '';
    const document = await readDeliverable(job, filename);
    expect(document).toMatchObject({ version: 1, approvalStatus: 'pending_review' });
    expect(document.content).toContain('walk-away');
    const quality = (await job.client.get<RunQuality>(`${job.path}/quality`)).body;
    expect(quality).toMatchObject({ runId: firstRunId, runStatus: 'completed' });
    expect(quality.scores).toHaveLength(job.engagement.tasks.length);
    expect(
      quality.scores.every(({ score, feedback }) => score > 0 && score <= 100 && feedback !== ''),
    ).toBe(true);
  });

  // FOL-4, FOL-6, QUA-5
  it('reports who did what, and stores the log', async () => {
    const analytics = (await job.client.get<RunAnalytics>(`${job.path}/analytics`)).body;
    expect(analytics.modelRouting.map(({ taskId }) => taskId).toSorted()).toEqual(
      job.engagement.tasks.map(({ id }) => id).toSorted(),
    );
    expect(analytics.agents.length).toBeGreaterThan(1);
    // The offline model reads all material itself and asks nobody.
    expect(analytics.delegations).toEqual([]);
    const logs = (await job.client.get<RunLogs>(`${job.path}/logs`)).body;
    expect(logs).toMatchObject({ status: 'completed', total: logs.logs.length });
    expect(logs.total).toBeGreaterThan(4);
    const rest = (await job.client.get<RunLogs>(`${job.path}/logs?offset=3`)).body;
    expect(rest.logs).toEqual(logs.logs.slice(3));
  });

  // PRO-11, REV-7, REV-8
  it('reruns only the task that a reviewer has sent back, with the notes', async () => {
    const base = `${job.path}/deliverables/${filename}`;
    const review = await job.client.post(`${base}/review`, { action: 'request_revision', notes });
    expect(review).toMatchObject({ status: 200, body: { approvalStatus: 'revision_requested' } });
    const rerun = await job.client.post<RunStarted>(`${base}/rerun`);
    expect(rerun).toMatchObject({ status: 200, body: { status: 'running' } });
    await waitForStatus(job, 'completed');
    const list = (await job.client.get<DeliverableListItem[]>(`${job.path}/deliverables`)).body;
    const versions = Object.groupBy(list, ({ version }) => String(version));
    expect(versions['2']?.map((entry) => entry.filename)).toEqual([filename]);
    expect(versions['1']).toHaveLength(job.engagement.tasks.length);
    const engagement = (
      await job.client.get<Engagement & { runs: { id: string; status: string }[] }>(job.path)
    ).body;
    expect(engagement.status).toBe('completed');
    expect(engagement.runs.map(({ id, status }) => [id, status])).toEqual([
      [rerun.body.runId, 'completed'],
      [firstRunId, 'completed'],
    ]);
    const document = await readDeliverable(job, filename);
    expect(document).toMatchObject({ version: 2, approvalStatus: 'pending_review' });
    // The answer stands beside the document, which does not speak of the note.
    expect(document.content).not.toContain(notes);
    expect(document.noteAnswers).toMatchObject([{ note: notes, outcome: 'met' }]);
    expect(document.content).toContain(`\n## ${document.noteAnswers[0]?.section}\n`);
  });

  // DEL-7, PRO-11, REV-8
  it('shows the changes, and stores both versions and every review', async () => {
    const base = `${job.path}/deliverables/${filename}`;
    const diff = await job.client.get<{ diff: string }>(`${base}/diff?from=1&to=2`);
    expect(diff).toMatchObject({ status: 200, body: { from: 1, to: 2 } });
    expect(diff.body.diff).toMatch(/^\+## Farm, shop, contract and walk/m);
    // The note asks for an addition, so no other line changes.
    expect(diff.body.diff.match(/^-(?!--).*$/gm)).toBeNull();
    const approval = await job.client.post(`${base}/review`, {
      action: 'approve',
      notes: 'Good now.',
    });
    expect(approval).toMatchObject({
      status: 200,
      body: { approvalStatus: 'approved', reviewedBy: 'Olga Owner' },
    });
    expect((await job.client.get(`${base}/versions`)).body).toMatchObject({
      versions: [
        {
          version: 2,
          approvalStatus: 'approved',
          reviews: [{ action: 'approve', notes: 'Good now.' }],
        },
        {
          version: 1,
          approvalStatus: 'revision_requested',
          reviews: [{ action: 'request_revision', notes }],
        },
      ],
    });
  });

  // RUN-3, RUN-18, RUN-20, RUN-27, WEB-17
  it('sends mail at the start of the first run and at each end, audits all actions, and dispatches each event once', async () => {
    const mails = await waitForMails(place.dataDir, job.tenant.email, 3);
    const subjects = mails.map((mail) => /^Subject: (Run \w+)/m.exec(mail)?.[1]);
    expect(subjects.toSorted()).toEqual(['Run completed', 'Run completed', 'Run started']);
    const audit = await queryProduct<{ action: string }>(
      place.dataDir,
      'select action from platform.audit_log where tenant_id = $1 order by created_at, id',
      [job.tenant.tenantId],
    );
    expect(audit.map(({ action }) => action)).toEqual([
      'auth.sign_up',
      'engagement.create',
      'run.start',
      'deliverable.review',
      'run.rerun',
      'deliverable.review',
    ]);
    const events = await queryProduct<{ event: string; count: number }>(
      place.dataDir,
      'select event, count(*)::int as count from platform.outbox_events where tenant_id = $1 group by event',
      [job.tenant.tenantId],
    );
    const count = Object.fromEntries(events.map((row) => [row.event, row.count]));
    expect(count).toMatchObject({
      'engagement.started': 2,
      'engagement.completed': 2,
      'quality.scored': 5,
      'deliverable.revision_requested': 1,
      'deliverable.approved': 1,
      'deliverable.reviewed': 2,
    });
  });

  // PRO-12
  it('reruns in one request all deliverables that are built on the previous version, and no others', async () => {
    const list = async () =>
      (await job.client.get<DeliverableListItem[]>(`${job.path}/deliverables`)).body;
    const before = await list();
    const rerun = before.find((entry) => entry.version === 2)?.taskId ?? '';
    const stale = new Set([rerun]);
    // Tasks come after those that they depend on.
    for (const { id, dependsOn = [] } of job.engagement.tasks)
      if (dependsOn.some((need) => stale.has(need))) stale.add(id);
    stale.delete(rerun);
    const started = await job.client.post<StaleRerunStarted>(`${job.path}/rerun-stale`);
    expect(started).toMatchObject({ status: 200, body: { status: 'running' } });
    expect(started.body.tasks.map(({ taskId }) => taskId)).toEqual([...stale]);
    await waitForStatus(job, 'completed');
    const after = await list();
    const made = after.filter(({ id }) => !before.some((entry) => entry.id === id));
    expect(made.map(({ taskId }) => taskId).toSorted()).toEqual([...stale].toSorted());
    expect(made.every((entry) => !entry.stale)).toBe(true);
    expect(await job.client.post(`${job.path}/rerun-stale`)).toMatchObject({
      status: 409,
      body: { code: 'nothing_stale' },
    });
  });
});
