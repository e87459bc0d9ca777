import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Engagement } from '@ecp/contract/engagements';
import type { EngineEvent } from '@ecp/contract/engine-events';
import type { RunAnalytics, RunProgress, RunQuality, RunStarted } from '@ecp/contract/runs';
import type { ApiSession } from './api-session.ts';
import { attachFiles } from './attach-files.ts';
import { DemoError, exitCodes } from './demo-error.ts';
import { followEventStream, type StreamMessage } from './read-event-stream.ts';
import { type SavedDeliverable, saveDeliverables } from './save-deliverables.ts';
import { createProgress, formatUsd, say } from './show-progress.ts';

const settledWithinMs = 15_000;

function isFinalStatus({ data }: StreamMessage): boolean {
  const event = JSON.parse(data) as EngineEvent;
  return event.type === 'status' && (event.status === 'completed' || event.status === 'failed');
}

async function followRun(session: ApiSession, engagementId: string): Promise<void> {
  const show = createProgress();
  const open = (lastEventId: string) =>
    session.request('GET', `/api/engagements/${engagementId}/stream`, { headers: { 'last-event-id': lastEventId } });
  const options = { isLast: isFinalStatus, maxBreaks: 5, pauseMs: 500, signal: session.signal };
  for await (const message of followEventStream(open, options)) show(JSON.parse(message.data) as EngineEvent);
}

/** The stream may end a moment before the platform has taken everything over: asks until the run is at rest. */
async function waitUntilSettled(session: ApiSession, engagementId: string): Promise<RunProgress> {
  const deadline = Date.now() + settledWithinMs;
  for (;;) {
    const progress = await session.get<RunProgress>(`/api/engagements/${engagementId}/status`);
    if (progress.status === 'completed' || progress.status === 'failed') return progress;
    if (Date.now() > deadline) {
      throw new DemoError(`The stream ended but the run is still ${progress.status}`, exitCodes.runFailed);
    }
    await wait(200);
  }
}

interface Outcome {
  engagement: Engagement;
  saved: SavedDeliverable[];
  quality: RunQuality;
  analytics: RunAnalytics;
}

function showDeliverables({ engagement, saved, quality, analytics }: Outcome): void {
  say('\nDeliverables', 'bold');
  for (const file of saved) {
    const name = engagement.tasks.find((task) => task.id === file.taskId)?.name;
    const score = quality.scores.find((entry) => entry.taskName === name)?.score;
    const route = analytics.modelRouting.filter((entry) => entry.taskId === file.taskId);
    const cost = route.reduce((sum, entry) => sum + entry.cost, 0);
    const by = route.map((entry) => `${entry.agentSlug} on ${entry.selectedModel}`).join(', ');
    say(`  ${relative(process.cwd(), file.path)}`);
    const parts = [
      `score ${score?.toFixed(1) ?? '–'}`,
      formatUsd(cost),
      `${file.wordCount} words`,
      `version ${file.version}`,
    ];
    say(`      ${[...parts, by].filter((part) => part !== '').join(' · ')}`, 'gray');
  }
}

/** What a demo starts from: the body of the engagement, and paths of files to attach to it. */
export interface Example {
  engagement: unknown;
  attachments: string[];
}

/**
 * Does the main job: creates the engagement, attaches the files, runs it, shows it live, saves the deliverables under
 * `directory`. Throws a DemoError when the run fails; what it had finished is saved and shown before that.
 */
export async function runEngagement(session: ApiSession, example: Example, directory: string): Promise<void> {
  const created = await session.post<Engagement>('/api/engagements', example.engagement);
  say(`Engagement  ${created.name}  (${created.id}), budget ${formatUsd(created.budget)}`);
  await attachFiles(session, created.id, example.attachments);
  const run = await session.post<RunStarted>(`/api/engagements/${created.id}/run`);
  say(`Run         ${run.runId}: ${run.message}`);
  await followRun(session, created.id);

  const progress = await waitUntilSettled(session, created.id);
  const base = `/api/engagements/${created.id}`;
  const folder = /^[a-z0-9][\w-]*$/i.test(created.slug) ? created.slug : created.id;
  const [engagement, quality, analytics, saved] = await Promise.all([
    session.get<Engagement>(base),
    session.get<RunQuality>(`${base}/quality`),
    session.get<RunAnalytics>(`${base}/analytics`),
    saveDeliverables(session, created.id, join(directory, folder)),
  ]);
  showDeliverables({ engagement, saved, quality, analytics });
  say(
    `\nAverage score ${quality.averageScore?.toFixed(1) ?? '–'}, total cost ${formatUsd(progress.estimated_cost)}`,
    'bold',
  );
  if (progress.status === 'failed')
    throw new DemoError(`The run failed: ${progress.error ?? 'no reason given'}`, exitCodes.runFailed);
}
