import { findCycle } from '@ecp/contract/work/task-graph';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadRoster } from '../../agents/roster.ts';
import { normalizeTasks } from './normalize-tasks.ts';
import { repairPlan } from './plan-run.ts';

const roster = await loadRoster();
const filenamesOf = (...names: string[]) =>
  normalizeTasks(
    names.map((name, index) => ({ id: `${index}`, name })),
    roster,
  ).map((task) => task.filename);

describe('normalizeTasks', () => {
  test('keeps the file name of a renamed task, even if a new task has its old name', () => {
    const tasks = [
      { id: 'new', name: 'Market scan' },
      { id: 'old', name: 'Market deep dive' },
    ];
    const files = normalizeTasks(tasks, roster, new Map([['old', 'market-scan.md']])).map(
      ({ filename }) => filename,
    );
    expect(files).toEqual(['market-scan-2.md', 'market-scan.md']);
  });

  // PLN-2
  test('completes what a configuration leaves open and keeps the rest', () => {
    const [first, second] = normalizeTasks(
      [
        { id: 'm1', name: 'Market scan' },
        {
          id: 'p',
          name: 'Launch plan',
          agent: 'change-lead',
          description: 'In May',
          dependsOn: ['m1', 'm1'],
        },
      ],
      roster,
    );
    expect(first).toEqual({
      id: 'm1',
      name: 'Market scan',
      description: '',
      kind: 'research',
      agentSlug: 'market-research-analyst',
      dependsOn: [],
      filename: 'market-scan.md',
    });
    expect(second).toMatchObject({
      description: 'In May',
      kind: 'plan',
      agentSlug: 'change-lead',
      dependsOn: ['m1'],
    });
  });

  test('an agent that is not in the roster, or that no task may name, is replaced', () => {
    for (const agent of ['gone-since', 'observer', 'evaluator']) {
      expect(normalizeTasks([{ id: '1', name: 'Pricing', agent }], roster)[0]?.agentSlug).toBe(
        'pricing-strategist',
      );
    }
  });

  test('file names', () => {
    expect(
      filenamesOf('Müller & Söhne: Änderung', 'Straße', "Client's view", '_run_report'),
    ).toEqual(['muller-sohne-anderung.md', 'strasse.md', 'clients-view.md', 'run-report.md']);
    expect(filenamesOf('../../etc/passwd', '市场分析', 'Анализ рынка', 'Notes.md')).toEqual([
      'etc-passwd.md',
      '市场分析.md',
      'анализ-рынка.md',
      'notes.md',
    ]);
    expect(filenamesOf('🚀', '!!!')).toEqual(['task-ebbc0b28.md', 'task-e84c538e.md']);
    expect(filenamesOf('Report', 'report!', 'Report 2', 'REPORT')).toEqual([
      'report.md',
      'report-2.md',
      'report-2-2.md',
      'report-3.md',
    ]);
  });

  test('file names are safe, bounded and unique for any names', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.constantFrom('Plan', 'plan', 'PLAN 2', 'x'.repeat(200)),
    );
    fc.assert(
      fc.property(fc.array(name, { maxLength: 30 }), (names) => {
        const filenames = filenamesOf(...names);
        expect(new Set(filenames).size).toBe(names.length);
        for (const filename of filenames) {
          expect(filename).toMatch(
            /^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(-[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*\.md$/u,
          );
          expect([...filename].length).toBeLessThanOrEqual(80);
          expect(Buffer.byteLength(filename)).toBeLessThan(240);
        }
      }),
    );
  });
});

describe('repairPlan', () => {
  const planned = (id: string, dependsOn: string[] = [], agent = 'data-analyst') => ({
    id,
    name: `Task ${id}`,
    description: '',
    agent,
    dependsOn,
  });

  test('leaves a sound plan as it is', () => {
    const plan = [planned('a'), planned('b', ['a'])];
    expect(repairPlan(plan, roster, { maxTasks: 8 })).toEqual(plan);
  });

  test('replaces unknown agents, drops unknown dependencies, renames duplicates', () => {
    const plan = [planned('a', ['ghost', 'a'], 'wizard'), planned('a', ['a']), planned('', ['a '])];
    const repaired = repairPlan(plan, roster, { maxTasks: 8 });
    expect(repaired.map(({ id, dependsOn }) => ({ id, dependsOn }))).toEqual([
      { id: 'a', dependsOn: [] },
      { id: 'a-2', dependsOn: ['a'] },
      { id: 'task-3', dependsOn: ['a'] },
    ]);
    expect(roster.find(repaired[0]?.agent ?? '')?.assignable).toBe(true);
  });

  test('breaks a cycle at its first task', () => {
    const repaired = repairPlan(
      [planned('a', ['c']), planned('b', ['a']), planned('c', ['b'])],
      roster,
      {
        maxTasks: 8,
      },
    );
    expect(repaired.map((task) => task.dependsOn)).toEqual([[], ['a'], ['b']]);
  });

  test('keeps at most maxTasks, and drops tasks without a name', () => {
    const nameless = { ...planned('n'), name: '  ' };
    const repaired = repairPlan(
      [nameless, planned('a'), planned('b', ['c']), planned('c')],
      roster,
      { maxTasks: 2 },
    );
    expect(repaired.map(({ id, dependsOn }) => ({ id, dependsOn }))).toEqual([
      { id: 'a', dependsOn: [] },
      { id: 'b', dependsOn: [] },
    ]);
    expect(repairPlan([nameless], roster, { maxTasks: 2 })).toEqual([]);
  });

  test('turns any plan into one that can be executed, the same each time', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'a-2', ' a', '', '__proto__');
    const anyTask = fc.record({
      id,
      name: fc.oneof(fc.string(), fc.constantFrom('Plan', 'Market research')),
      description: fc.string(),
      agent: fc.constantFrom('data-analyst', 'observer', 'nobody', '', 'constructor'),
      dependsOn: fc.array(id, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(
        fc.array(anyTask, { maxLength: 12 }),
        fc.integer({ min: 1, max: 10 }),
        (plan, maxTasks) => {
          const repaired = repairPlan(plan, roster, { maxTasks });
          expect(repairPlan(plan, roster, { maxTasks })).toEqual(repaired);
          expect(repaired.length).toBeLessThanOrEqual(maxTasks);
          expect(findCycle(repaired)).toBeNull();
          const ids = repaired.map((task) => task.id);
          expect(new Set(ids).size).toBe(ids.length);
          for (const task of repaired) {
            expect(task.name).not.toBe('');
            expect(roster.agents.map((agent) => agent.slug)).toContain(task.agent);
            for (const other of task.dependsOn) expect(ids).toContain(other);
          }
          expect(normalizeTasks(repaired, roster).length).toBe(repaired.length);
        },
      ),
    );
  });
});
