import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CreateEngagementBody, Engagement } from '@ecp/contract/work/engagements';
import type { RunAnalytics, RunProgress, RunQuality } from '@ecp/contract/work/runs';
import { attachFiles } from './attach-files.ts';
import { DemoError, exitCodes } from './demo-error.ts';
import { type SavedDeliverable, saveDeliverables } from './save-deliverables.ts';
import { createProgress, formatUsd, say } from './show-progress.ts';
import type { Session } from './sign-up.ts';

const settledWithinMs = 15_000;

/** Polls until the run is over, because the stream may end just before the platform has applied the last events. */
async function waitUntilSettled({ client, signal }: Session, engagementId: string): Promise<RunProgress> {
  const deadline = Date.now() + settledWithinMs;
  for (;;) {
    const progress = await client.getRunStatus({ id: engagementId }, { signal });
    if (progress.status === 'completed' || progress.status === 'failed') return progress;
    if (Date.now() > deadline) {
      throw new DemoError(`The stream ended, but the run is still ${progress.status}`, exitCodes.runFailed);
    }
    await wait(200, undefined, { signal });
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

/** The input of a demo: the body of the engagement, and the paths of files to attach to it. */
export interface Example {
  engagement: CreateEngagementBody;
  attachments: string[];
}

/**
 * Does the main job: creates the engagement, attaches the files, runs it, shows it live, saves the deliverables in
 * `directory`. Throws a DemoError when the run fails, after saving and showing what was finished.
 */
export async function runEngagement(session: Session, example: Example, directory: string): Promise<void> {
  const { client, signal } = session;
  const created = await client.createEngagement(example.engagement, { signal });
  say(`Engagement  ${created.name}  (${created.id}), budget ${formatUsd(created.budget)}`);
  await attachFiles(session, created.id, example.attachments);
  const id = { id: created.id };
  const run = await client.startRun(id, { signal });
  say(`Run         ${run.runId}: ${run.message}`);
  const show = createProgress();
  for await (const event of client.streamRun(created.id, { signal })) show(event);

  const progress = await waitUntilSettled(session, created.id);
  const folder = /^[a-z0-9][\w-]*$/i.test(created.slug) ? created.slug : created.id;
  const [engagement, quality, analytics, saved] = await Promise.all([
    client.getEngagement(id, { signal }),
    client.getRunQuality(id, { signal }),
    client.getRunAnalytics(id, { signal }),
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
