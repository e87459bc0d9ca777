import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { readConnectionFile } from '@ecp/database/embedded/connection-file';
import { chooseTestPort } from '@ecp/testing/choose-test-port';
import { writeCookies } from '@ecp/testing/cookie-client';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, describe, expect, it } from 'vitest';
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
afterAll(() => place.remove());

/** Expects a start to fail with exit code 1 and one line of output. */
async function failToStart(environment: Record<string, string>): Promise<string> {
  const ports = {
    PORT: String(await chooseTestPort()),
    ENGINE_PORT: String(await chooseTestPort()),
  };
  const { ended, output } = spawnProduct({
    dataDir: place.dataDir,
    environment: { ...ports, ...environment },
  });
  expect(await ended).toEqual({ code: 1, signal: null });
  const lines = output().trim().split('\n');
  expect(lines, output()).toHaveLength(1);
  return lines[0] ?? '';
}

/** Each test goes on with the product of the one before it. */
describe('npm start', () => {
  let product: RunningProduct;
  /** The port that the engine takes by default. */
  const holder = createServer();
  afterAll(async () => {
    await product?.stop();
    holder.close();
  });

  /** Returns the status of an answer; 0 where nothing answers. */
  const statusOf = (url: string) =>
    fetch(url).then(
      ({ status }) => status,
      () => 0,
    );
  const databaseUrl = async () => (await readConnectionFile(place.dataDir))?.url;
  /** Starts another service of this product by npm. */
  const startBeside = async (script: 'platform' | 'engine', port: number) => {
    const command = ['npm', 'run', script, '--silent'] as const;
    const environment = {
      DATABASE_URL: await databaseUrl(),
      [script === 'engine' ? 'ENGINE_PORT' : 'PORT']: String(port),
    };
    const { dataDir } = place;
    const { child, ended } = spawnProduct({ dataDir, command, environment });
    const health = `http://127.0.0.1:${port}${script === 'engine' ? '' : '/api'}/health`;
    await pollUntil(
      () => statusOf(health),
      (status) => status === 200,
    );
    return { child, ended, pids: findFamily(child.pid ?? 0) };
  };

  // SET-1, SET-13
  it('prints the address and nothing unwanted, and takes another port for the engine when only the default one is taken', async () => {
    // It does not matter if another program has already taken the port.
    holder.listen(3001, '127.0.0.1');
    await Promise.race([once(holder, 'listening'), once(holder, 'error')]).catch(() => undefined);
    product = await startProduct({
      dataDir: place.dataDir,
      command: ['npm', 'start', '--silent'],
      environment: { LOG_LEVEL: 'info', NODE_COMPILE_CACHE: undefined, ENGINE_PORT: undefined },
    });
    expect(await statusOf(`${product.baseUrl}/api/health`)).toBe(200);
    expect(await statusOf(`${product.baseUrl}/nowhere`)).toBe(404);
    const [, engineUrl = ''] =
      /"name":"engine","msg":"Server listening at ([^"]+)"/.exec(product.output()) ?? [];
    expect(await statusOf(`${engineUrl}/health`)).toBe(200);
    expect(new URL(engineUrl).port).not.toBe('3001');
    expect(product.output()).not.toMatch(/Warning|api\/health|nowhere/);
  });

  it('refuses with one line a second start at its port', async () => {
    const port = new URL(product.baseUrl).port;
    expect(await failToStart({ PORT: port })).toMatch(
      new RegExp(`^platform: port ${port} .* taken .* set PORT`),
    );
  });

  // SET-4
  it('refuses with one line a second start on its data', async () => {
    expect(await failToStart({})).toMatch(/^platform: The database in .* is in use by another/);
  });

  // SET-26
  it('is joined by services that end when only their npm is killed or gets SIGTERM', async () => {
    const platform = await startBeside('platform', await chooseTestPort());
    platform.child.kill('SIGKILL');
    const engine = await startBeside('engine', await chooseTestPort());
    engine.child.kill('SIGTERM');
    await noneIsLeft([...platform.pids, ...engine.pids]);
    await Promise.all([platform.ended, engine.ended]);
  });

  // SET-24
  it('leaves no process when Ctrl-C is pressed twice and the terminal is closed, and no refusal has affected it', async () => {
    expect(await statusOf(`${product.baseUrl}/api/health`)).toBe(200);
    // An open stream and an open connection must not delay the end.
    const job = await beginJob(product.baseUrl);
    await startRun(job);
    const stream = await fetch(`${product.baseUrl}${job.path}/stream`, {
      headers: { cookie: writeCookies(job.client.cookies) },
    });
    const pids = findFamily(product.platformPid);
    // As in a terminal, every process of the foreground group gets the signals, including npm.
    const group = -(product.child.pid ?? Number.NaN);
    for (const signal of ['SIGINT', 'SIGINT', 'SIGHUP']) process.kill(group, signal);
    await product.ended;
    await noneIsLeft(pids);
    await expect(fetch(product.baseUrl)).rejects.toThrow('fetch failed');
    await stream.body?.cancel();
    expect(readdirSync(join(place.dataDir, 'compiled'))).toHaveLength(1);
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

/**
 * Tries one setting of each process at each moment of a start. The two files config.test.ts try the
 * others.
 */
describe('a setting that cannot be used', () => {
  // SET-3, SET-13
  it.each([
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
});
