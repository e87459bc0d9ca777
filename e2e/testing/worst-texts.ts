import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Engagement } from '@ecp/contract/work/engagements';
import type { Grid } from '@ecp/contract/work/grids';
import type { RunStarted } from '@ecp/contract/work/runs';
import type { Storyline } from '@ecp/contract/work/storylines';
import { type FakeLlmServer, startFakeLlmServer } from '@ecp/testing/fake-llm/fake-llm-server';
import { pollUntil } from '@ecp/testing/poll-until';
import { serverPrograms } from '@ecp/testing/server-programs';
import { exampleRequest, unknownIds } from '../../apps/server/testing/hostile/example-requests.ts';
import { beginJob, type MainJob, readStatus, startRun, waitForStatus } from './main-job.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { type RunningWorker, startWorker } from './worker.ts';
import { bodiesWithWorst, repeat, worstPieces } from './worst-bodies.ts';

/** Sets the characters of the longest worst text. Reading one takes several times a normal turn. */
const longest = 24_000;
/** Limits the output tokens of a call, and so what is read of an answer. */
const maxOutputTokens = 4_000;
const answerLength = 60_000;

/** A platform and an engine of their own, beside the server of their model. */
export interface AttackedProduct {
  platform: RunningProduct;
  engine: RunningWorker;
  models: FakeLlmServer;
}

interface AttackedProductOptions {
  dataDir: string;
  /** Settings of both processes, for example of what measures them. */
  environment?: Record<string, string>;
  /** Ends each part of the product in the reverse order of its start. */
  closers: AsyncDisposableStack;
}

/** Starts a platform and an engine as for people, whose only model is a fake one. */
export async function startAttackedProduct({
  dataDir,
  environment = {},
  closers,
}: AttackedProductOptions): Promise<AttackedProduct> {
  const models = await startFakeLlmServer({ models: ['fake-model'] });
  closers.defer(() => models.close());
  // The options of other tests collect garbage on the main thread.
  const command = [process.execPath, serverPrograms.platform] as const;
  const platform = await startProduct({
    dataDir,
    environment: { ...environment, ROLES: 'web' },
    command,
    readyWithinMs: 300_000,
  });
  closers.defer(() => platform.stop());
  const catalog = join(dirname(dataDir), 'model-catalog.json');
  const entry = {
    id: 'fake-model',
    provider: 'openai-compatible',
    tier: 'standard',
    maxOutputTokens,
    inputPerMillion: 1,
    outputPerMillion: 4,
  };
  await writeFile(catalog, JSON.stringify({ models: [entry] }));
  const engine = await startWorker({
    dataDir,
    environment: {
      ...environment,
      OPENAI_COMPATIBLE_BASE_URL: models.baseUrl,
      OPENAI_COMPATIBLE_MODELS: 'fake-model',
      MODEL_CATALOG: catalog,
      LOG_LEVEL: 'error',
    },
    nodeOptions: [],
  });
  closers.defer(() => engine.end('SIGKILL'));
  return { platform, engine, models };
}

function requireStatus({ status }: { status: number }, expected: number): void {
  if (status !== expected) throw new Error(`The answer is ${status} instead of ${expected}`);
}

/** The owner who sends the worst texts, and the one whose run must go on. */
export interface AttackedTenants {
  attacker: MainJob;
  victim: MainJob;
}

/** Signs up both tenants. One run of the attacker loads the code of both programs. */
export async function beginTenants({ platform }: AttackedProduct): Promise<AttackedTenants> {
  const victim = await beginJob(platform.baseUrl);
  const attacker = await beginJob(platform.baseUrl, {
    name: 'Attack',
    client: 'Mallory',
    brief: `${marker} What should be done?`,
    budget: 20,
    tasks: worstTasks,
  });
  await startRun(attacker);
  await waitForStatus(attacker, 'completed');
  return { attacker, victim };
}

/**
 * Sends the worst texts to every endpoint and as answers of the model. Resolves when the run of the
 * victim is completed and the work of the attacker is over.
 */
export async function attackWithWorstTexts(
  { models }: AttackedProduct,
  { attacker, victim }: AttackedTenants,
): Promise<void> {
  answerWorst(models);
  for (const [index, piece] of ['1, ', 'a\n=\n', '[^1]: a “b”\n'].entries())
    await attachWorst(attacker, piece, index);
  const deliverables = await attacker.client.get<{ filename: string }[]>(
    `${attacker.path}/deliverables`,
  );
  const filename = deliverables.body[0]?.filename ?? '';
  const document = `${attacker.path}/deliverables/${encodeURIComponent(filename)}`;
  const write = (length: number, baseVersion: number) => {
    const content = `# A\n\n${repeat('a\n=\n', length)}`;
    return attacker.client.put(document, { content, baseVersion });
  };
  requireStatus(await write(longest, 1), 422);
  // So many headings can still be exported, and are stored.
  requireStatus(await write(storedLength, 1), 201);
  requireStatus(await write(redraftedLength, 2), 201);
  // Without a review the next version is drafted anew, around the sections that a person has
  // written.
  requireStatus(await attacker.client.post(`${document}/rerun`), 200);
  const awaitEnd = () =>
    pollUntil(
      () => readStatus(attacker),
      ({ status }) => status === 'completed' || status === 'failed',
    );
  await awaitEnd();
  const review = { action: 'request_revision', notes: 'Say where.' };
  requireStatus(await attacker.client.post(`${document}/review`, review), 200);
  requireStatus(await attacker.client.post<RunStarted>(`${document}/rerun`), 200);
  await startRun(victim);
  await sendWorstBodies(attacker, filename);
  await waitForStatus(victim, 'completed');
  await awaitEnd();
  await startRun(attacker);
  await orderOtherWork(attacker);
  await awaitEnd();
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
async function attachWorst({ client, path }: MainJob, piece: string, index: number): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([`# ${marker}\n\n${repeat(piece, longest)}`]), `worst-${index}.md`);
  form.set('category', 'data');
  requireStatus(await client.post(`${path}/attachments`, form), 201);
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

/** Sets the characters of a document with nearly as many headings as an export takes. */
const storedLength = 19_000;
/** Sets the characters of the document that is drafted anew, whose headings a child reads for long. */
const redraftedLength = 8_000;
const marker = 'The marker of the attacker.';
const worstTasks = worstPieces.slice(0, 3).map((_, at) => ({
  id: `task-${at + 1}`,
  name: `Finding ${at + 1}`,
  description: 'Summarise one finding of the brief.',
}));

/** Lets the model answer the calls of the attacker with the worst texts. */
function answerWorst(models: FakeLlmServer): void {
  let turn = 0;
  models.respondWith((request) => {
    if (!JSON.stringify(request.messages).includes(marker)) return null;
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
