import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FakeLlmServer, startFakeLlmServer } from '@ecp/testing/fake-llm/fake-llm-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOptions } from './read-options.ts';
import { rehearse } from './rehearse.ts';
import { writeImperfectly } from './testing/imperfect-writer.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cases = fileURLToPath(new URL('testing/cases', import.meta.url));

describe('a rehearsal of an imperfect writer', { timeout: 180_000 }, () => {
  let folder: string;
  let server: FakeLlmServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rehearsal-test-'));
    server = await startFakeLlmServer();
    server.respondWith(writeImperfectly);
  });
  afterAll(async () => {
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(args: string[], prices = { inputPerMillion: 1, outputPerMillion: 4 }) {
    const catalog = join(folder, 'catalog.json');
    const entry = { id: 'scribe', provider: 'openai-compatible', ...prices, tier: 'standard' };
    await writeFile(catalog, JSON.stringify({ models: [entry, { ...entry, id: 'other' }] }));
    const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
    const provider = { OPENAI_COMPATIBLE_BASE_URL: server.baseUrl, OPENAI_COMPATIBLE_MODELS: 'scribe,other' };
    const environment = {
      PATH,
      HOME,
      TMPDIR,
      NODE_COMPILE_CACHE,
      ...provider,
      MODEL_CATALOG: catalog,
      LOG_LEVEL: 'warn',
    };
    const options = readOptions(['--from', cases, '--models', 'scribe', ...args]);
    const said: string[] = [];
    const stage = { root, environment, signal: new AbortController().signal, say: (line: string) => said.push(line) };
    return { ...(await rehearse(options, stage)), said };
  }

  it('says exactly what the writer found, missed, altered and invented', async () => {
    const out = join(folder, 'first');
    const { report, summary } = await run(['--out', out]);
    expect(report.notRun).toEqual([]);
    const [scribe] = report.models;
    const [result] = scribe?.cases ?? [];
    expect(result).toMatchObject({ case: 'tram-depot', outcome: 'completed', documents: 1, wrongLanguage: [] });
    const found = (items: { id: string; hit: boolean }[] = []) =>
      Object.fromEntries(items.map(({ id, hit }) => [id, hit]));
    expect(found(result?.score.facts)).toEqual({
      'fleet-size': true,
      'outside-workshops': true,
      'contract-end': false,
    });
    expect(found(result?.score.contradictions)).toEqual({ 'trams-standing-still': true });
    expect(found(result?.score.traps)).toEqual({ 'cost-of-2022': true, 'everybody-has-moved': false });
    expect(found(result?.score.figures)).toEqual({ 'cost-per-km': false, 'outside-share': true });
    expect(result?.score.uncitedFigures).toEqual(['€75,000']);
    expect(result?.citations.notVerified).toBe(1);
    expect(result?.costUsd).toBeCloseTo(server.meter.costNanoUsd / 1e9, 6);
    expect(new Set(server.meter.calls.map(({ body }) => body.model))).toEqual(new Set(['scribe']));
    for (const line of ['Planted facts stated | 67 % (2 of 3)', 'False statements made | 50 % (1 of 2)'])
      expect(summary).toContain(line);
    const page = await readFile(join(out, 'report.md'), 'utf8');
    expect(page).toContain('Facts missed: contract-end');
    expect(page).toContain('cost-of-2022: “maintenance costs €0.95 per kilometre.”');
    expect(await readdir(join(out, 'scribe'))).toEqual(['product.log', 'tram-depot']);
    expect(await readdir(join(out, 'scribe', 'tram-depot'))).toHaveLength(1);
  });
});
