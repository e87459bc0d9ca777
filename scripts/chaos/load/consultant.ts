import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Engagement } from '@ecp/contract/work/engagements';
import type { RunProgress, RunStarted } from '@ecp/contract/work/runs';
import type { AcknowledgedRun, Journal } from '../journal.ts';
import type { BalancedClient } from './client.ts';

const pollMs = 1_000;
/** The share of reviewed documents that are exported, too. */
const pdfShare = 0.2;
const endedStatuses = new Set(['completed', 'failed']);

/** The engagement of a consultant, and the client and journal for it. */
export interface Work {
  client: BalancedClient;
  journal: Journal;
  engagementId: string;
  /** Aborted when no further run is to start. */
  closing: AbortSignal;
  /** Longest pause between two runs, in milliseconds. */
  pauseMs: number;
}

/** Creates an engagement whose prompts name it, so that the provider's bill can be read by engagement. */
export async function createEngagement(client: BalancedClient, journal: Journal, name: string): Promise<string> {
  const body = {
    name,
    client: 'Spoke & Co',
    brief: `${name}. Spoke & Co repairs 5,200 bicycles a year in Leeds at £64 each. Should it offer a subscription?`,
    budget: 500,
    tasks: [
      { id: 'demand', name: `Demand of ${name}`, description: 'Estimate who subscribes and what that earns.' },
      { id: 'costs', name: `Costs of ${name}`, description: 'Work out the cost of a subscriber.' },
      {
        id: 'offer',
        name: `Offer of ${name}`,
        description: 'Recommend the offer.',
        dependsOn: ['demand', 'costs'],
      },
    ],
  };
  const created = await client.send<Engagement>('post', '/api/engagements', { body, key: randomUUID() });
  if (created.status !== 201) throw new Error(`Create answered ${created.status}: ${JSON.stringify(created.body)}`);
  journal.writes.push({ kind: 'engagement', engagementId: created.body.id, text: name });
  return created.body.id;
}

/** Runs an engagement again and again, reads and reviews its documents, and comments, until the load closes. */
export async function consult(work: Work): Promise<void> {
  while (!work.closing.aborted) {
    const run = await startRun(work);
    if (run === null) return;
    await followRun(work, run);
    await readAndReview(work);
    await wait(Math.random() * work.pauseMs);
  }
}

async function startRun({ client, journal, engagementId }: Work): Promise<AcknowledgedRun | null> {
  const path = `/api/engagements/${engagementId}/run`;
  const started = await client.send<RunStarted>('post', path, { key: randomUUID() });
  if (started.status !== 200) {
    const { status, body } = started;
    journal.unexpected.push({ request: `POST ${path}`, status, body: JSON.stringify(body), atMs: Date.now() });
    return null;
  }
  const run: AcknowledgedRun = { engagementId, runId: started.body.runId, startedAtMs: Date.now(), ended: null };
  journal.runs.push(run);
  return run;
}

async function followRun({ client, engagementId }: Work, run: AcknowledgedRun): Promise<void> {
  while (run.ended === null) {
    const { body } = await client.send<RunProgress>('get', `/api/engagements/${engagementId}/status`);
    if (body.runId === run.runId && endedStatuses.has(body.status)) {
      run.ended = { status: body.status, error: body.error, atMs: Date.now() };
    } else {
      await wait(pollMs);
    }
  }
}

async function readAndReview({ client, journal, engagementId }: Work): Promise<void> {
  const path = `/api/engagements/${engagementId}`;
  await client.send('get', path);
  await client.send('get', '/api/engagements');
  const { body: documents } = await client.send<{ filename: string }[]>('get', `${path}/deliverables`);
  const document = documents.find(({ filename }) => !filename.startsWith('_'));
  if (document !== undefined) {
    const at = `${path}/deliverables/${encodeURIComponent(document.filename)}`;
    await client.send('get', at);
    if (Math.random() < pdfShare) await client.send('get', `${at}/export/pdf`);
    const notes = randomUUID();
    const review = { action: 'approve', notes, override: { reason: 'Reviewed by hand' } };
    const reviewed = await client.send('post', `${at}/review`, { body: review, key: randomUUID() });
    if (reviewed.status === 200) journal.writes.push({ kind: 'review', engagementId, text: notes });
  }
  const text = randomUUID();
  const commented = await client.send('post', `${path}/comments`, { body: { body: text }, key: randomUUID() });
  if (commented.status === 201) journal.writes.push({ kind: 'comment', engagementId, text });
}
