import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Engagement } from '@ecp/contract/work/engagements';
import type { RunProgress, RunStarted } from '@ecp/contract/work/runs';
import { type AcknowledgedRun, type AcknowledgedWrite, type Journal, noteUnexpected } from '../journal.ts';
import type { BalancedClient } from './client.ts';
import { pathOfFiles, readFile } from './read-file.ts';
import { readStream } from './read-stream.ts';
import type { RestGate } from './rest-gate.ts';

const pollMs = 1_000;
/** The share of reviewed documents that are exported, too. */
const pdfShare = 0.2;
/** The share of runs that are followed by their event stream, too. */
const streamShare = 0.5;
/** Time in which a stream ends after its run. */
const streamEndMs = 60_000;
const endedStatuses = new Set(['completed', 'failed']);

/** The engagement of a consultant, and the client and journal for it. */
export interface Work {
  client: BalancedClient;
  journal: Journal;
  engagementId: string;
  /** Aborted when no further run is to start. */
  closing: AbortSignal;
  /** Keeps her from the next run while people rest. */
  gate: RestGate;
  /** Longest pause between two runs, in milliseconds. */
  pauseMs: number;
}

/** A file of an engagement, and its acknowledged upload. */
interface AttachedFile {
  id: string;
  write: AcknowledgedWrite;
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

/**
 * Runs an engagement again and again with a new file, follows the run, reads and reviews its documents, searches and
 * comments, until the load closes.
 */
export async function consult(work: Work): Promise<void> {
  let file: AttachedFile | null = null;
  const workOnce = async (): Promise<boolean> => {
    if (work.closing.aborted) return false;
    file = await replaceFile(work, file);
    const run = await startRun(work);
    if (run === null) return false;
    await followRun(work, run);
    await readAndReview(work);
    return true;
  };
  while (await work.gate.work(workOnce)) await wait(Math.random() * work.pauseMs);
}

/**
 * Sends a request of a consultant, who works alone on the engagement and within its budget. So every status but the
 * wanted one enters the journal, and the answer is null.
 */
async function ask<Body>(
  { client, journal }: Work,
  method: 'get' | 'post',
  path: string,
  { wanted = 200, ...given }: { wanted?: number; body?: unknown; key?: string } = {},
): Promise<Body | null> {
  const answer = await client.send<Body>(method, path, given);
  if (answer.status === wanted) return answer.body;
  noteUnexpected(journal, `${method.toUpperCase()} ${path}`, answer);
  return null;
}

async function startRun(work: Work): Promise<AcknowledgedRun | null> {
  const { journal, engagementId } = work;
  const started = await ask<RunStarted>(work, 'post', `/api/engagements/${engagementId}/run`, { key: randomUUID() });
  if (started === null) return null;
  const run: AcknowledgedRun = { engagementId, runId: started.runId, startedAtMs: Date.now(), ended: null };
  journal.runs.push(run);
  return run;
}

/** Attaches a file, reads it back, and deletes the one before. Returns the file that is there now. */
async function replaceFile(work: Work, earlier: AttachedFile | null): Promise<AttachedFile | null> {
  const { client, journal, engagementId } = work;
  const text = `quarter,subscribers,survey\n2026-Q1,120,${randomUUID()}\n2026-Q2,180,${randomUUID()}\n`;
  const body = new FormData();
  body.append('file', new Blob([text], { type: 'text/csv' }), 'subscribers.csv');
  const path = pathOfFiles(engagementId);
  const given = { body, key: randomUUID(), wanted: 201 };
  const attached = await ask<{ attachment: { id: string } }>(work, 'post', path, given);
  if (attached === null) return earlier;
  const write: AcknowledgedWrite = { kind: 'attachment', engagementId, text };
  journal.writes.push(write);
  const { id } = attached.attachment;
  const read = await readFile(client, engagementId, id);
  if (read !== text) noteUnexpected(journal, `GET ${path}/${id}`, { status: 200, body: { read, text } });
  if (earlier !== null) await deleteFile(work, earlier);
  return { id, write };
}

/** Deletes a file, of which nobody knows from then on whether it is there. */
async function deleteFile({ client, journal, engagementId }: Work, { id, write }: AttachedFile): Promise<void> {
  journal.writes.splice(journal.writes.indexOf(write), 1);
  const path = `${pathOfFiles(engagementId)}/${id}`;
  const answer = await client.send('delete', path);
  // An earlier try that got no answer may have deleted it.
  if (answer.status !== 200 && answer.status !== 404) noteUnexpected(journal, `DELETE ${path}`, answer);
}

/** Follows a run by its status, and some by their events, too. */
async function followRun(work: Work, run: AcknowledgedRun): Promise<void> {
  const { client, journal } = work;
  const over = new AbortController();
  const isStreamed = Math.random() < streamShare;
  const hasStreamEnded = isStreamed ? readStream({ client, journal, run, stopped: over.signal }) : true;
  try {
    await waitForEnd(work, run);
    const limit = setTimeout(() => over.abort(), streamEndMs);
    if (!(await hasStreamEnded)) {
      const body = 'The stream has not ended a minute after its run';
      noteUnexpected(journal, `stream of run ${run.runId}`, { status: 200, body });
    }
    clearTimeout(limit);
  } finally {
    over.abort();
  }
}

async function waitForEnd(work: Work, run: AcknowledgedRun): Promise<void> {
  while (run.ended === null) {
    const progress = await ask<RunProgress>(work, 'get', `/api/engagements/${work.engagementId}/status`);
    if (progress?.runId === run.runId && endedStatuses.has(progress.status)) {
      run.ended = { status: progress.status, error: progress.error, atMs: Date.now() };
    } else {
      await wait(pollMs);
    }
  }
}

async function readAndReview(work: Work): Promise<void> {
  const { journal, engagementId } = work;
  const path = `/api/engagements/${engagementId}`;
  await ask(work, 'get', path);
  await ask(work, 'get', '/api/engagements');
  await ask(work, 'get', '/api/search?q=subscription%20Leeds');
  const documents = await ask<{ filename: string }[]>(work, 'get', `${path}/deliverables`);
  const document = documents?.find(({ filename }) => !filename.startsWith('_'));
  if (document !== undefined) {
    const at = `${path}/deliverables/${encodeURIComponent(document.filename)}`;
    await ask(work, 'get', at);
    if (Math.random() < pdfShare) await ask(work, 'get', `${at}/export/pdf`);
    const notes = randomUUID();
    const review = { action: 'approve', notes, override: { reason: 'Reviewed by hand' } };
    const reviewed = await ask(work, 'post', `${at}/review`, { body: review, key: randomUUID() });
    if (reviewed !== null) journal.writes.push({ kind: 'review', engagementId, text: notes });
  }
  const text = randomUUID();
  const comment = { body: { body: text }, key: randomUUID(), wanted: 201 };
  const commented = await ask(work, 'post', `${path}/comments`, comment);
  if (commented !== null) journal.writes.push({ kind: 'comment', engagementId, text });
}
