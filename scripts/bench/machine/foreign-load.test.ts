import { expect, it } from 'vitest';
import { countForeignCores, type LoadReading } from './foreign-load.ts';

const bench = 100;
const postgres = 101;
const shell = 200;

/** A reading with the time of the machine, and processes with their own time and that of their ended children. */
function reading(atMs: number, machineMs: number, ...processes: [number, number, number, number][]): LoadReading {
  const times = processes.map(([pid, parent, cpuMs, endedChildrenMs]) => ({ pid, parent, cpuMs, endedChildrenMs }));
  return { atMs, machineMs, processes: times };
}

it('counts a build of short processes, but not what the run and its children have done', () => {
  const before = reading(0, 50_000, [1, 0, 10, 0], [bench, 1, 500, 0], [postgres, bench, 300, 0], [shell, 1, 20, 0]);
  // The load of the run (102) has begun and ended meanwhile, and so have the compilers of the shell.
  const after = reading(
    10_000,
    50_000 + 4_000 + 6_000 + 3_000,
    [1, 0, 10, 0],
    [bench, 1, 1_500, 3_000],
    [postgres, bench, 6_300, 0],
    [shell, 1, 20, 3_000],
  );
  expect(countForeignCores(before, after, bench)).toBeCloseTo(0.3);
});

it('counts neither the threads of the kernel nor less than nothing', () => {
  const before = reading(0, 1_000, [2, 0, 0, 0], [30, 2, 50, 0], [bench, 1, 100, 0]);
  const after = reading(10_000, 1_900, [2, 0, 0, 0], [30, 2, 450, 0], [bench, 1, 620, 0]);
  expect(countForeignCores(before, after, bench)).toBe(0);
});
