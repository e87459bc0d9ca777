import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FakeLlmServer, startFakeLlmServer } from '@ecp/testing/fake-llm/fake-llm-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOptions, rehearse } from './rehearse.ts';
import { writeImperfectly } from './testing/imperfect-writer.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shippedCases = fileURLToPath(new URL('testing/cases', import.meta.url));
const prices = { inputPerMillion: 1, outputPerMillion: 4 };

/** Each rehearsal starts a whole product with an empty database. */
describe('a rehearsal', { timeout: 600_000 }, () => {
  let folder: string;
  let server: FakeLlmServer;
  let stopping: AbortController;
  beforeEach(async () => {
    stopping = new AbortController();
    folder = await mkdtemp(join(tmpdir(), 'rehearsal-test-'));
    server = await startFakeLlmServer({ prices });
    server.respondWith(writeImperfectly);
  });
  afterEach(async () => {
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Rehearses copies of the case with these names, one at a time. */
  async function run(names: string[], args: string[], settings: NodeJS.ProcessEnv = {}) {
    for (const name of names) {
      await cp(join(shippedCases, 'tram-depot'), join(folder, 'cases', name), { recursive: true });
    }
    const catalog = join(folder, 'catalog.json');
    const entry = { id: 'scribe', provider: 'openai-compatible', ...prices, tier: 'standard' };
    await writeFile(catalog, JSON.stringify({ models: [entry, { ...entry, id: 'other' }] }));
    const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
    const provider = {
      OPENAI_COMPATIBLE_BASE_URL: server.baseUrl,
      OPENAI_COMPATIBLE_MODELS: 'scribe,other',
    };
    const inherited = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, LOG_LEVEL: 'warn' };
    const own = [
      '--models',
      'scribe',
      '--lanes',
      '1',
      '--from',
      join(folder, 'cases'),
      '--out',
      join(folder, 'out'),
    ];
    return rehearse(readOptions([...own, ...args]), {
      root,
      environment: { ...inherited, ...provider, MODEL_CATALOG: catalog, ...settings },
      signal: stopping.signal,
      say: () => undefined,
    });
  }

  it('says exactly what an imperfect writer found, missed, altered and invented, and ends with its budget', async () => {
    const { report, summary } = await run(['tram-depot', 'second'], ['--budget', '0.25']);
    const [scribe] = report.models;
    expect(scribe?.cases).toHaveLength(1);
    const [result] = scribe?.cases ?? [];
    expect(result).toMatchObject({
      case: 'second',
      outcome: 'completed',
      documents: 1,
      wrongLanguage: [],
    });
    const found = (items: { id: string; hit: boolean }[] = []) =>
      Object.fromEntries(items.map(({ id, hit }) => [id, hit]));
    expect(found(result?.score.facts)).toEqual({
      'fleet-size': true,
      'outside-workshops': true,
      'contract-end': false,
    });
    expect(found(result?.score.contradictions)).toEqual({ 'trams-standing-still': true });
    expect(found(result?.score.traps)).toEqual({
      'cost-of-2022': true,
      'everybody-has-moved': false,
    });
    expect(found(result?.score.figures)).toEqual({ 'cost-per-km': false, 'outside-share': true });
    expect(result?.score.uncitedFigures).toEqual(['€75,000 a year']);
    // The altered quote, the invented figure, and a calculation in the sentence over figures
    // without a source.
    expect(result?.citations.notVerified).toBe(3);
    expect(result?.costUsd).toBeCloseTo(server.meter.costNanoUsd / 1e9, 6);
    const { calls } = server.meter;
    expect(result?.inputTokens).toBe(calls.reduce((sum, call) => sum + call.inputTokens, 0));
    expect(result?.cachedInputTokens).toBe(
      calls.reduce((sum, call) => sum + call.cachedInputTokens, 0),
    );
    expect(report.spentUsd).toBeLessThanOrEqual(0.25);
    expect(new Set(server.meter.calls.map(({ body }) => body.model))).toEqual(new Set(['scribe']));
    expect(report.notRun).toEqual([
      { model: 'scribe', case: 'tram-depot', reason: 'the budget is used up' },
    ]);
    for (const line of [
      'Planted facts stated | 67 % (2 of 3)',
      'False statements made | 50 % (1 of 2)',
    ])
      expect(summary).toContain(line);
    const page = await readFile(join(folder, 'out', 'report.md'), 'utf8');
    expect(page).toContain('Facts missed: contract-end');
    expect(page).toContain('cost-of-2022: “maintenance costs €0.95 per kilometre.”');
    expect(await readdir(join(folder, 'out', 'scribe'))).toEqual(['product.log', 'second']);
    expect(await readdir(join(folder, 'out', 'scribe', 'second'))).toHaveLength(1);
  });

  it('stops a case after its time, and the others when interrupted', async () => {
    server.failWhen(() => ({ kind: 'hang' }));
    const rehearsal = run(['a', 'b', 'c'], ['--minutes', '0.1']);
    await server.meter.waitFor(
      (meter) => meter.calls.some(({ outcome }) => outcome === 'aborted by client'),
      60_000,
    );
    const callsOfFirst = server.meter.calls.length;
    await server.meter.waitFor((meter) => meter.calls.length > callsOfFirst, 30_000);
    stopping.abort();
    const { report } = await rehearsal;
    const outcomes = report.models[0]?.cases.map((one) => [one.case, one.outcome]);
    expect(outcomes).toEqual([
      ['a', 'timed_out'],
      ['b', 'interrupted'],
    ]);
    expect(report.notRun).toEqual([{ model: 'scribe', case: 'c', reason: 'interrupted' }]);
    expect(server.meter.inFlight).toBe(0);
  });

  it('lists the cases of a product that does not start, and still writes its report', async () => {
    await run(['tram-depot'], [], { ABUSE_CONTACT: 'x' });
    const report = JSON.parse(await readFile(join(folder, 'out', 'report.json'), 'utf8'));
    expect(report.notRun).toEqual([
      { model: 'scribe', case: 'tram-depot', reason: 'the product did not start' },
    ]);
    expect(await readFile(join(folder, 'out', 'scribe', 'product.log'), 'utf8')).toContain(
      'ABUSE_CONTACT',
    );
  });
});

describe('npm run rehearse', () => {
  it.each([
    [[], 'No model provider is configured.'],
    [
      ['--models', 'local/extractive', '--against', 'package.json'],
      'package.json is no report of a rehearsal',
    ],
  ])('ends with one line for %j', (args, message) => {
    const { PATH, HOME } = process.env;
    const program = join(root, 'ops/rehearse/main.ts');
    const { status, stderr, stdout } = spawnSync(process.execPath, [program, ...args], {
      env: { PATH, HOME },
      cwd: root,
    });
    expect([status, String(stdout)]).toEqual([2, '']);
    expect(String(stderr)).toContain(message);
    expect(String(stderr).trim().split('\n')).toHaveLength(1);
  });
});
