import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Engagement } from '@ecp/contract/work/engagements';
import type { Grid } from '@ecp/contract/work/grids';
import type { RunStarted } from '@ecp/contract/work/runs';
import type { Storyline } from '@ecp/contract/work/storylines';
import { type FakeLlmServer, startFakeLlmServer } from '@ecp/testing/fake-llm/fake-llm-server';
import { pollUntil } from '@ecp/testing/poll-until';
import { serverPrograms } from '@ecp/testing/server-programs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleRequest, unknownIds } from '../apps/server/testing/hostile/example-requests.ts';
import { beginJob, type MainJob, readStatus, startRun, waitForStatus } from './testing/main-job.ts';
import type { LongTurn } from './testing/measure-turns.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, root, startProduct } from './testing/product.ts';
import { type RunningWorker, startWorker } from './testing/worker.ts';
import { bodiesWithWorst, repeat, worstPieces } from './testing/worst-bodies.ts';

/**
 * The longest turns of an event loop in processor time, on the machine on which the reference work
 * takes its time.
 */
const mostMs = { atRest: 20, underLoad: 100 };
/**
 * The reference work on a processor of 2020. A slower machine has as much more time for a turn as
 * it takes for this.
 */
const referenceMs = 60;
/** Characters of the longest worst text. Reading one takes several times the longest turn. */
const longest = 24_000;
/** Output tokens of a call, which bound what is read of an answer. */
const maxOutputTokens = 4_000;
const answerLength = 60_000;

const place = copyPreparedDataDir();
const turnsFile = join(dirname(place.dataDir), 'turns.jsonl');
const measured = {
  NODE_OPTIONS: `--import=${join(root, 'e2e/testing/measure-turns.ts')}`,
  TURNS_FILE: turnsFile,
};
let engine: RunningWorker;
let models: FakeLlmServer;
let platform: RunningProduct;

beforeAll(async () => {
  await writeFile(turnsFile, '');
  models = await startFakeLlmServer({ models: ['fake-model'] });
  const environment = { ...measured, ROLES: 'web' };
  // As for people, because the options of other tests collect garbage on the measured thread.
  const command = [process.execPath, serverPrograms.platform] as const;
  platform = await startProduct({ dataDir: place.dataDir, environment, command });
  await startEngine();
});
afterAll(async () => {
  await engine?.end('SIGKILL');
  await platform?.stop();
  await models?.close();
  await place.remove();
});

async function startEngine(): Promise<void> {
  const catalog = join(dirname(place.dataDir), 'model-catalog.json');
  const prices = { inputPerMillion: 1, outputPerMillion: 4 };
  const entry = {
    id: 'fake-model',
    provider: 'openai-compatible',
    tier: 'standard',
    maxOutputTokens,
    ...prices,
  };
  await writeFile(catalog, JSON.stringify({ models: [entry] }));
  const environment = {
    ...measured,
    OPENAI_COMPATIBLE_BASE_URL: models.baseUrl,
    OPENAI_COMPATIBLE_MODELS: 'fake-model',
    MODEL_CATALOG: catalog,
    LOG_LEVEL: 'error',
  };
  engine = await startWorker({ dataDir: place.dataDir, environment, nodeOptions: [] });
}

/**
 * Returns how many times as long as the reference machine this one takes for the same work; 1 for a
 * faster one.
 */
function measureSlowness(): number {
  const rows = Array.from({ length: 20_000 }, (_, at) => ({
    at,
    text: `row ${at}`,
    values: [at, at / 3],
  }));
  const since = process.threadCpuUsage();
  for (let turn = 0; turn < 4; turn += 1) JSON.parse(JSON.stringify(rows));
  const { user, system } = process.threadCpuUsage(since);
  return Math.max(1, (user + system) / 1_000 / referenceMs);
}

/** Returns the longest turn of each process after a time, in milliseconds. */
async function longestTurns(sinceMs: number): Promise<Map<string, number>> {
  const lines = (await readFile(turnsFile, 'utf8')).split('\n').filter((line) => line !== '');
  const turns = lines
    .map((line) => JSON.parse(line) as LongTurn)
    .filter(({ endedAtMs }) => endedAtMs > sinceMs);
  const nameOf = (pid: number) => (pid === platform.platformPid ? 'platform' : 'engine');
  const byProcess = Map.groupBy(turns, ({ pid }) => nameOf(pid));
  return new Map(
    [...byProcess].map(([name, own]) => [name, Math.max(...own.map(({ cpuMs }) => cpuMs))]),
  );
}

/** Lists what a process did too long. */
async function findLongTurns(sinceMs: number, limitMs: number): Promise<string[]> {
  return [...(await longestTurns(sinceMs))].flatMap(([name, cpuMs]) =>
    cpuMs > limitMs ? [`${name}: ${Math.round(cpuMs)} ms of ${Math.round(limitMs)}`] : [],
  );
}

/** Requests that end the session of their caller, or the service. */
const ending = [
  'signOut',
  'switchTenant',
  'endOtherSessions',
  'cancelSubscription',
  'deleteAccount',
  'createWall',
];

/** Sends each endpoint that takes a long text the worst ones. */
async function sendWorstBodies({ client, engagement }: MainJob, filename: string): Promise<void> {
  const ids = { ...unknownIds, engagement: engagement.id, filename };
  let turn = 0;
  const write = (maxLength: number) => {
    turn += 1;
    return repeat(worstPieces[turn % worstPieces.length] ?? '', Math.min(maxLength, longest));
  };
  const senders = {
    POST: client.post,
    PUT: client.put,
    PATCH: client.patch,
    DELETE: client.delete,
    GET: null,
  };
  for (const endpoint of allEndpoints.filter(({ name, body }) => body && !ending.includes(name))) {
    const { path, body } = exampleRequest(endpoint, ids);
    const send = senders[endpoint.method];
    if (send === null || body === undefined || body instanceof FormData) continue;
    for (const worst of bodiesWithWorst(endpoint, body, write)) await send(path, worst);
  }
}

/** Attaches a worst text, which the model's prompts then have as a source. */
async function attachWorst({ client, path }: MainJob, piece: string, at: number): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([`# ${marker}\n\n${repeat(piece, longest)}`]), `worst-${at}.md`);
  form.set('category', 'data');
  const attached = await client.post(`${path}/attachments`, form);
  expect(attached.status).toBe(201);
}

/**
 * Orders what else of the engine reads a tenant's texts: a grid, slides, and a plan. Waits until
 * all have ended.
 */
async function orderOtherWork({ client, path, engagement }: MainJob): Promise<void> {
  const columns = [
    { name: 'Rent', question: 'What is the yearly rent?', type: 'number' },
    { name: 'Term', question: 'When does the term begin?', type: 'date' },
  ];
  const { body: grid } = await client.post<Grid>(`${path}/grids`, { title: 'Leases', columns });
  await client.post(`${path}/storyline`, {});
  const { name, client: firm, brief, budget } = engagement;
  const bare = await client.post<Engagement>('/api/engagements', {
    name,
    client: firm,
    brief,
    budget,
  });
  await client.post(`/api/engagements/${bare.body.id}/plan`);
  const slides = () => client.get<Storyline>(`${path}/storyline`);
  await pollUntil(slides, ({ body }) => body.status !== 'writing');
  const cells = () => client.get<Grid>(`${path}/grids/${grid.id}`);
  await pollUntil(cells, ({ body }) => body.status !== 'running');
}

/** Characters of a document with nearly as many headings as an export takes. */
const storedLength = 19_000;
/** Characters of the document that is drafted anew, in which a child reads its headings long enough. */
const redraftedLength = 8_000;
const marker = 'The marker of the attacker.';
const worstTasks = worstPieces.slice(0, 3).map((_, at) => ({
  id: `task-${at + 1}`,
  name: `Finding ${at + 1}`,
  description: 'Summarise one finding of the brief.',
}));

/** Lets the model answer the calls of the attacker with the worst texts. */
function answerWorst(isOfAttacker: (text: string) => boolean): void {
  let turn = 0;
  models.respondWith((request) => {
    if (!isOfAttacker(JSON.stringify(request.messages))) return null;
    turn += 1;
    const piece = worstPieces[turn % worstPieces.length] ?? '';
    const isDocument = request.response_format === undefined || request.response_format === null;
    if (isDocument && request.tools && turn % 5 === 0) {
      return {
        toolCalls: [{ name: 'search_context', arguments: repeat('{"query":[', answerLength) }],
      };
    }
    // Every other structured answer is in form, so that runs come to what follows.
    if (!isDocument && turn % 2 === 0) return null;
    return `# A\n\n${repeat(piece, answerLength)}`;
  });
}

// TXT-2
test('the worst texts hold no event loop, at rest or under load, and another tenant’s run goes on', async () => {
  const victim = await beginJob(platform.baseUrl);
  const attacker = await beginJob(platform.baseUrl, {
    name: 'Attack',
    client: 'Mallory',
    brief: `${marker} What should be done?`,
    budget: 20,
    tasks: worstTasks,
  });
  // The code of both programs is warm after one run.
  await startRun(attacker);
  await waitForStatus(attacker, 'completed');
  const restMs = Date.now();
  for (let request = 0; request < 100; request += 1) await victim.client.get('/api/engagements');
  expect(await findLongTurns(restMs, mostMs.atRest * measureSlowness())).toEqual([]);

  const loadMs = Date.now();
  answerWorst((text) => text.includes(marker));
  for (const [at, piece] of ['1, ', 'a\n=\n', '[^1]: a “b”\n'].entries())
    await attachWorst(attacker, piece, at);
  const filename = (
    await attacker.client.get<{ filename: string }[]>(`${attacker.path}/deliverables`)
  ).body[0]?.filename;
  const document = `${attacker.path}/deliverables/${encodeURIComponent(filename ?? '')}`;
  const write = async (length: number, baseVersion: number) => {
    const content = `# A\n\n${repeat('a\n=\n', length)}`;
    return (await attacker.client.put(document, { content, baseVersion })).status;
  };
  expect(await write(longest, 1)).toBe(422);
  // So many headings can still be exported, and are stored.
  expect(await write(storedLength, 1)).toBe(201);
  expect(await write(redraftedLength, 2)).toBe(201);
  // Without a review the next version is drafted anew, around the sections that a person has
  // written.
  expect((await attacker.client.post(`${document}/rerun`)).status).toBe(200);
  const isOver = ({ status }: { status: string }) => status === 'completed' || status === 'failed';
  await pollUntil(() => readStatus(attacker), isOver);
  const review = { action: 'request_revision', notes: 'Say where.' };
  expect((await attacker.client.post(`${document}/review`, review)).status).toBe(200);
  const rerun = await attacker.client.post<RunStarted>(`${document}/rerun`);
  expect(rerun.status).toBe(200);
  await startRun(victim);
  await sendWorstBodies(attacker, filename ?? '');
  await waitForStatus(victim, 'completed');
  await pollUntil(() => readStatus(attacker), isOver);
  await startRun(attacker);
  await orderOtherWork(attacker);
  await pollUntil(() => readStatus(attacker), isOver);
  expect(await findLongTurns(loadMs, mostMs.underLoad * measureSlowness())).toEqual([]);
  expect(engine.child.exitCode).toBeNull();
});
