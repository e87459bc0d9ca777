import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { allFaults, planFaults } from './faults.ts';

// FLT-1
test('the same seed plans the same faults, another one others, and each kind comes as often as the others', () => {
  const planned = planFaults('night', allFaults.length * 3, allFaults);
  expect(planFaults('night', allFaults.length * 3, allFaults)).toEqual(planned);
  expect(planFaults('day', allFaults.length * 3, allFaults)).not.toEqual(planned);
  for (const { kind, lastsMs } of allFaults) {
    const own = planned.filter((fault) => fault.kind === kind);
    expect(own).toHaveLength(3);
    for (const { forMs } of own) {
      expect(forMs).toBeGreaterThanOrEqual(lastsMs[0]);
      expect(forMs).toBeLessThanOrEqual(lastsMs[1]);
    }
  }
});

// FLT-1
test('the documentation lists the kinds', async () => {
  const page = await readFile(new URL('../../docs/chaos.md', import.meta.url), 'utf8');
  const [, list = ''] = page.split('## Kinds of faults');
  const [table = ''] = list.split('\n## ');
  const listed = [...table.matchAll(/^\| ([^|]+) \| (.+) \|$/gm)].map(([, kind]) => kind);
  expect(listed.slice(1).sort()).toEqual(allFaults.map(({ kind }) => kind).sort());
});
