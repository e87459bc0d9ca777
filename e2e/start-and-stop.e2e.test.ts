import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { readConnectionFile } from '@ecp/database/embedded/connection-file';
import { chooseTestPort } from '@ecp/testing/choose-test-port';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginJob, startRun } from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import {
  findFamily,
  findPostgres,
  noneIsLeft,
  type RunningProduct,
  spawnProduct,
  startProduct,
} from './testing/product.ts';

const place = copyPreparedDataDir();
const secondPlace = copyPreparedDataDir();
afterAll(() => Promise.all([place.remove(), secondPlace.remove()]));

/** Expects a start to fail with exit code 1 and one line of output. */
async function failToStart(
  environment: Record<string, string>,
  dataDir = place.dataDir,
): Promise<string> {
  const ports = {
    PORT: String(await chooseTestPort()),
    ENGINE_PORT: String(await chooseTestPort()),
  };
  const { ended, output } = spawnProduct({ dataDir, environment: { ...ports, ...environment } });
  expect(await ended).toEqual({ code: 1, signal: null });
  const lines = output().trim().split('\n');
  expect(lines, output()).toHaveLength(1);
  return lines[0] ?? '';
}

describe('starting and stopping', () => {
  // SET-1, SET-13, SET-24
  it('npm start prints the address and nothing unwanted; Ctrl-C, even twice, leaves no process', async () => {
    const product = await startProduct({
      dataDir: place.dataDir,
      command: ['npm', 'start', '--silent'],
      environment: { LOG_LEVEL: 'info', NODE_COMPILE_CACHE: undefined },
    });
    expect((await fetch(`${product.baseUrl}/api/health`)).status).toBe(200);
    expect((await fetch(`${product.engineUrl}/health`)).status).toBe(200);
    expect((await fetch(`${product.baseUrl}/nowhere`)).status).toBe(404);
    expect(product.output()).not.toMatch(/Warning|api\/health|nowhere/);
    // An open stream and an open connection must not delay the end.
    const job = await beginJob(product.baseUrl);
    await startRun(job);
    const stream = await fetch(`${product.baseUrl}${job.path}/stream`, {
      headers: { cookie: [...job.client.cookies].map((pair) => pair.join('=')).join('; ') },
    });
    const pids = findFamily(product.platformPid);
    // As in a terminal, every process of the foreground group gets the signal, including npm.
    const group = -(product.child.pid ?? Number.NaN);
    process.kill(group, 'SIGINT');
    process.kill(group, 'SIGINT');
    await product.ended;
    await noneIsLeft(pids);
    for (const url of [product.baseUrl, product.engineUrl])
      await expect(fetch(url)).rejects.toThrow('fetch failed');
    await stream.body?.cancel();
    expect(readdirSync(join(place.dataDir, 'compiled'))).toHaveLength(1);
  });

  // SET-26
  it('ends everything when only npm is killed', async () => {
    const product = await startProduct({
      dataDir: place.dataDir,
      command: ['npm', 'start', '--silent'],
    });
    const pids = findFamily(product.platformPid);
    product.child.kill('SIGKILL');
    await noneIsLeft(pids);
  });
});

it('a start that is not ready in time reports its output, and leaves no process', async () => {
  const idle = 'setInterval(() => {}, 1000)';
  const program = `
    const { pid } = require('node:child_process').spawn(process.execPath, ['-e', '${idle}'], { stdio: 'ignore' });
    console.log('Begun by', process.pid, pid);
    ${idle}`;
  const command = [process.execPath, '-e', program] as const;
  const said = await startProduct({
    dataDir: place.dataDir,
    command: [...command],
    readyWithinMs: 1_500,
  }).then(() => 'Ready', String);
  const pids = [...(/Begun by (\d+) (\d+)/.exec(said) ?? [])].slice(1).map(Number);
  expect(pids, said).toHaveLength(2);
  await noneIsLeft(pids);
});

/** Each test goes on with the products of the one before it. */
describe('beside a product that runs', () => {
  let product: RunningProduct;
  beforeAll(async () => {
    product = await startProduct({ dataDir: place.dataDir });
  });
  afterAll(() => product?.stop());

  it('a second start is refused with one line at the port of the first one, which is not affected', async () => {
    const port = new URL(product.baseUrl).port;
    expect(await failToStart({ PORT: port })).toMatch(
      new RegExp(`^platform: port ${port} .* taken .* set PORT`),
    );
    expect((await fetch(`${product.baseUrl}/api/health`)).status).toBe(200);
  });

  // SET-4
  it('a second start is refused with one line at the data of the first one, which is not affected', async () => {
    expect(await failToStart({})).toMatch(/^platform: The database in .* is in use by another/);
    expect((await fetch(`${product.baseUrl}/api/health`)).status).toBe(200);
  });

  // SET-5
  it('a second start with data of its own names ENGINE_PORT when that port is taken', async () => {
    const port = new URL(product.engineUrl).port;
    expect(await failToStart({ ENGINE_PORT: port }, secondPlace.dataDir)).toMatch(
      new RegExp(`^engine: port ${port} .*set ENGINE_PORT`),
    );
    expect((await fetch(`${product.baseUrl}/api/health`)).status).toBe(200);
  });

  // SET-26
  it('a worker that npm has started alone ends when only npm gets SIGTERM', async () => {
    const port = await chooseTestPort();
    const environment = {
      DATABASE_URL: (await readConnectionFile(place.dataDir))?.url,
      ENGINE_PORT: String(port),
    };
    const command = ['npm', 'run', 'engine', '--silent'] as const;
    const { child, ended } = spawnProduct({
      dataDir: place.dataDir,
      command: [...command],
      environment,
    });
    const isHealthy = () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    await pollUntil(isHealthy, (healthy) => healthy);
    const pids = findFamily(child.pid ?? 0);
    child.kill('SIGTERM');
    await noneIsLeft(pids);
    await ended;
  });

  it('a second start takes another port for the engine when only the default one is taken, and ends on SIGHUP', async () => {
    const holder = createServer().listen(3001, '127.0.0.1');
    // It does not matter if another program has already taken the port.
    await Promise.race([once(holder, 'listening'), once(holder, 'error')]).catch(() => undefined);
    const second = await startProduct({
      dataDir: secondPlace.dataDir,
      environment: { ENGINE_PORT: undefined },
    });
    const job = await beginJob(second.baseUrl);
    await startRun(job);
    await endsOn('SIGHUP', second);
    holder.close();
  });

  it('a start serves after a kill of the platform whose Postgres still runs and whose engine is ending, and ends on SIGTERM', async () => {
    const pids = findFamily(product.platformPid);
    process.kill(product.platformPid, 'SIGKILL');
    await product.ended;
    product = await startProduct({ dataDir: place.dataDir });
    expect((await fetch(`${product.baseUrl}/api/health`)).status).toBe(200);
    await noneIsLeft(pids);
    await endsOn('SIGTERM', product);
  });

  async function endsOn(
    signal: NodeJS.Signals,
    { platformPid, ended }: RunningProduct,
  ): Promise<void> {
    const pids = findFamily(platformPid);
    process.kill(platformPid, signal);
    expect(await ended).toEqual({ code: 0, signal: null });
    await noneIsLeft(pids);
  }
});

/**
 * Tries one setting of each process at each moment of a start. The two files config.test.ts try the
 * others.
 */
describe('a setting that cannot be used', () => {
  // SET-3, SET-13
  it.each([
    [{ PORT: 'eighty' }, /^platform: PORT=eighty is not usable/],
    [
      { DATABASE_URL: 'postgres://127.0.0.1:9/app' },
      /^platform: nothing answers at 127\.0\.0\.1:9; is DATABASE_URL/,
    ],
    [{ HOST: '192.0.2.1' }, /^platform: HOST=192\.0\.2\.1 is not an address of this machine/],
    [{ MODEL_CATALOG: '/nowhere/models.json' }, /^engine: MODEL_CATALOG.*\/nowhere\/models\.json/],
  ])('stops the start with one line: %j', async (environment, line) => {
    expect(await failToStart(environment)).toMatch(line);
    expect(await findPostgres(place.dataDir)).toEqual([]);
  });

  it('ends the start with one line when DATA_DIR is not writable', async () => {
    const file = join(dirname(place.dataDir), 'a-file');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
    expect(await failToStart({}, join(file, 'data'))).toMatch(
      /^platform: The embedded database in .*a-file/,
    );
  });
});
