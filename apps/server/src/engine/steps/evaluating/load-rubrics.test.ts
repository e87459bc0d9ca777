import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { taskKinds } from '@ecp/model-calls/task-kinds';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadRubrics } from './evaluate-deliverable.ts';

const shipped = fileURLToPath(new URL('./rubrics/', import.meta.url));

// QUA-1
test('every task kind has its own rubric with anchored criteria', async () => {
  const rubrics = await loadRubrics();
  for (const kind of taskKinds) {
    expect(rubrics[kind].type).toBe(kind);
    for (const { description } of rubrics[kind].criteria)
      expect(description).toMatch(/90\+: .* 70: .* 50: /);
  }
});

describe('an invalid rubric prevents the start', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'rubrics-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  const cases: [string, (text: string) => string, RegExp][] = [
    [
      'weights that miss 1',
      (text) => text.replace('weight: 0.25', 'weight: 0.35'),
      /^plan\.yaml: criteria: weights add up to/,
    ],
    [
      'a doubled id',
      (text) => text.replace('id: risk', 'id: sequencing'),
      /^plan\.yaml: criteria: id "sequencing" is used/,
    ],
    [
      'the wrong type',
      (text) => text.replace('type: plan', 'type: general'),
      /^plan\.yaml: type: must be "plan"/,
    ],
    ['a missing field', (text) => text.replace('version: 1', ''), /^plan\.yaml: .*version/],
    [
      'a weight of zero',
      (text) => text.replace('weight: 0.25', 'weight: 0'),
      /^plan\.yaml: criteria\.2\.weight: /,
    ],
  ];
  test.each(cases)('%s', async (_name, change, message) => {
    await cp(shipped, directory, { recursive: true });
    const path = join(directory, 'plan.yaml');
    await writeFile(path, change(await readFile(path, 'utf8')));
    await expect(loadRubrics(directory)).rejects.toThrow(message);
  });

  test('a kind without a rubric', async () => {
    await cp(shipped, directory, { recursive: true });
    await rm(join(directory, 'plan.yaml'));
    await expect(loadRubrics(directory)).rejects.toThrow('plan.yaml is missing');
  });
});
