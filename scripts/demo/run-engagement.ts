import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { styleText } from 'node:util';
import type { CreateEngagementBody, Engagement } from '@ecp/contract/work/engagements';
import type { RunAnalytics, RunProgress, RunQuality } from '@ecp/contract/work/runs';
import type { RunEvent } from '@ecp/sdk/follow-run';
import { DemoError, exitCodes, type Session } from './product.ts';

const settledWithinMs = 15_000;

/**
 * Polls until the run is over, because the stream may end just before the platform has applied the
 * last events.
 */
async function waitUntilSettled(
  { client, signal }: Session,
  engagementId: string,
): Promise<RunProgress> {
  const deadline = Date.now() + settledWithinMs;
  for (;;) {
    const progress = await client.getRunStatus({ id: engagementId }, { signal });
    if (progress.status === 'completed' || progress.status === 'failed') return progress;
    if (Date.now() > deadline) {
      throw new DemoError(
        `The stream ended, but the run is still ${progress.status}`,
        exitCodes.runFailed,
      );
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
 * Does the main job: creates the engagement, attaches the files, runs it, shows it live, saves the
 * deliverables in `directory`. Throws a DemoError when the run fails, after saving and showing what
 * was finished.
 */
export async function runEngagement(
  session: Session,
  example: Example,
  directory: string,
): Promise<void> {
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
    throw new DemoError(
      `The run failed: ${progress.error ?? 'no reason given'}`,
      exitCodes.runFailed,
    );
}

/** Lists the paths of the files in a folder, sorted by name; none if the folder does not exist. */
export async function listAttachments(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.sort().map((name) => join(directory, name));
}

/**
 * Uploads files to an engagement one by one, as a user does in the browser
 * (docs/requirements/attachments.md).
 */
async function attachFiles(
  { client, signal }: Session,
  engagementId: string,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) {
    const file = new File([await readFile(path)], basename(path));
    const { attachment } = await client.uploadAttachment({ id: engagementId, file }, { signal });
    say(
      `Attached    ${attachment.filename} (${attachment.mimeType}, ${attachment.sizeBytes} bytes)`,
    );
  }
}

type Style = Parameters<typeof styleText>[0];

/** Writes a line to the terminal, in colour if the terminal supports it. */
export function say(text: string, style?: Style): void {
  console.log(style === undefined ? text : styleText(style, text, { stream: process.stdout }));
}

/** Formats USD with four decimals, because single calls cost fractions of a cent. */
function formatUsd(usd: number): string {
  return `$${usd.toFixed(4)}`;
}

/** The parts of a planned task that the demo shows. */
interface ShownTask {
  id: string;
  name: string;
  agent?: string | null;
  dependsOn?: readonly string[];
}

/** Prints the plan with one line per task: its name, agent and dependencies. */
function showPlan(tasks: readonly ShownTask[]): void {
  say(`\nPlan (${tasks.length} tasks)`, 'bold');
  const width = Math.max(...tasks.map((task) => task.name.length));
  tasks.forEach((task, index) => {
    const waits =
      task.dependsOn?.map((id) => tasks.findIndex((other) => other.id === id) + 1) ?? [];
    const after = waits.length > 0 ? `  after ${waits.join(', ')}` : '';
    say(`  ${index + 1}. ${task.name.padEnd(width)}  ${task.agent ?? ''}${after}`);
  });
  say('');
}

/** A document that is being written gets a line each time it has grown by so many characters. */
const charactersPerLine = 4_000;

/**
 * Returns a function that prints a run's events as they arrive. Each line starts with the seconds
 * since this call. Each finished task appears once with its score and cost. A score that arrives
 * after its task gets a separate line.
 */
function createProgress(): (event: RunEvent) => void {
  const startedAtMs = Date.now();
  const scores = new Map<string, number>();
  const names = new Map<string, string>();
  const finished = new Set<string>();
  const line = (mark: string, text: string, style?: Style) => {
    const seconds = ((Date.now() - startedAtMs) / 1000).toFixed(1).padStart(6);
    say(`${seconds} s  ${mark} ${text}`, style);
  };
  return (event) => {
    switch (event.type) {
      case 'plan':
        showPlan(event.tasks);
        break;
      case 'status':
        line('■', `run is ${event.status}${event.error ? `: ${event.error}` : ''}`, 'bold');
        break;
      case 'task_started':
        names.set(event.taskId, event.taskName);
        line('▸', `${event.taskName}  (${event.agent}, ${event.model})`);
        break;
      case 'writing': {
        const length = event.offset + event.text.length;
        const lines = Math.floor(length / charactersPerLine);
        if (lines > Math.floor(event.offset / charactersPerLine))
          line(
            '✎',
            `${names.get(event.taskId) ?? event.taskId}  ${(lines * charactersPerLine).toLocaleString('en')} characters`,
            'gray',
          );
        break;
      }
      case 'delegation':
        line('↪', `${event.from} asks ${event.to}: ${event.question.slice(0, 100)}`, 'gray');
        break;
      case 'score':
        scores.set(event.taskId, event.score);
        if (finished.has(event.taskId))
          line('★', `${event.taskName}  score ${event.score.toFixed(1)}`);
        break;
      case 'task_complete': {
        finished.add(event.taskId);
        const score = scores.get(event.taskId);
        const result = `${score === undefined ? '' : `  score ${score.toFixed(1)}`}  ${formatUsd(event.cost)}`;
        if (event.status === 'completed') line('✔', event.taskName + result, 'green');
        else
          line(
            '✘',
            `${event.taskName} ${event.status}: ${event.error ?? 'no reason given'}`,
            'red',
          );
        break;
      }
      default:
        break;
    }
  };
}

/** A deliverable that was saved as a file. */
interface SavedDeliverable {
  taskId: string | null;
  version: number;
  wordCount: number;
  path: string;
}

/**
 * Writes the latest version of every deliverable of an engagement to `directory`, which is emptied
 * first. Returns the saved deliverables, oldest first.
 */
export async function saveDeliverables(
  { client, signal }: Session,
  engagementId: string,
  directory: string,
): Promise<SavedDeliverable[]> {
  const listed = await client.listDeliverables({ id: engagementId }, { signal });
  const filenames = [...new Set(listed.map((item) => item.filename))].reverse();
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  return Promise.all(
    filenames.map(async (filename) => {
      const latest = await client.getDeliverable({ id: engagementId, filename }, { signal });
      // The server chose the name, so only its last part is used as a path on this disk.
      const path = join(directory, basename(filename));
      await writeFile(path, latest.content);
      return { taskId: latest.taskId, version: latest.version, wordCount: latest.wordCount, path };
    }),
  );
}
