import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pollUntil } from '@ecp/testing/poll-until';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { superviseWorker, WorkerStartError } from './supervise-worker.ts';

describe('supervising the engine of the platform', () => {
  let folder: string;
  const lines: { msg: string; waitMs?: number; time: number }[] = [];
  const log = pino({ level: 'error' }, { write: (line) => lines.push(JSON.parse(line)) });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'supervise-engine-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function supervise(name: string, program: string) {
    const path = join(folder, `${name}.mjs`);
    await writeFile(path, program);
    return superviseWorker({
      port: 1,
      drainMs: 0,
      environment: { PATH: process.env['PATH'] },
      log,
      program: path,
    });
  }

  function listWaits() {
    return lines.map(({ waitMs }) => waitMs);
  }

  // SET-5
  it('restarts an engine that keeps dying, each time after a longer wait, and never after close', async () => {
    const engine = await supervise(
      'dies',
      `process.send({ models: ['some/model'] }, () => process.exit(3));`,
    );
    expect(engine).toMatchObject({ url: 'http://127.0.0.1:1', models: ['some/model'] });
    await pollUntil(listWaits, (waits) => waits.length === 4);
    await engine.close();
    expect(listWaits()).toEqual([250, 500, 1_000, 2_000]);
    const gaps = lines.slice(1).map(({ time }, index) => time - (lines[index]?.time ?? 0));
    expect(gaps.every((gapMs, index) => gapMs >= (lines[index]?.waitMs ?? 0))).toBe(true);
  });

  it('reports once why an engine did not start', async () => {
    await expect(supervise('silent', 'process.exit(7);')).rejects.toThrow(
      'the engine ended while starting (7)',
    );
    await expect(supervise('told', 'process.exit(1);')).rejects.toThrow(WorkerStartError);
    await expect(supervise('told', 'process.exit(1);')).rejects.toThrow(/^$/);
  });

  it('gives a worker the settings by message, and at its start only what Node itself reads', async () => {
    const path = join(folder, 'environment.json');
    await writeFile(
      join(folder, 'tells.mjs'),
      `import { writeFileSync } from 'node:fs';
       process.once('message', ({ environment: sent }) => {
         writeFileSync(${JSON.stringify(path)}, JSON.stringify({ started: process.env, sent }));
         process.send({ models: [] });
       });`,
    );
    const environment = {
      DATABASE_URL: 'postgres://db',
      HOST: '0.0.0.0',
      ANTHROPIC_API_KEY: 'key-of-a-provider',
      NODE_OPTIONS: '--max-old-space-size=300',
      SECRET_KEY: 'secret',
      S3_SECRET_ACCESS_KEY: 's3',
    };
    const program = join(folder, 'tells.mjs');
    const worker = await superviseWorker({ port: 1, drainMs: 0, environment, log, program });
    await worker.close();
    const { started, sent } = JSON.parse(await readFile(path, 'utf8')) as Record<
      'started' | 'sent',
      Record<string, string>
    >;
    const {
      NODE_CHANNEL_FD: _channel,
      NODE_CHANNEL_SERIALIZATION_MODE: _mode,
      NODE_COMPILE_CACHE: _compiled,
      ...ownVariables
    } = started;
    expect(ownVariables).toEqual({ NODE_OPTIONS: '--max-old-space-size=300', ROLES: 'worker' });
    expect(sent).toEqual({ ...environment, HOST: '127.0.0.1', ENGINE_PORT: '1' });
  });

  it('kills an engine that ignores the request to end', async () => {
    const engine = await supervise(
      'stays',
      `process.on('SIGTERM', () => process.exit(0)); process.send({ models: [] });`,
    );
    await engine.close();
    await engine.close();
  });
});
