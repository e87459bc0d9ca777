import { expect, it } from 'vitest';
import { makeForeignCounter, type ProcessTime } from './machine.ts';

const bench = 100;
const postgres = 101;
const browser = 102;
const page = 103;
const shell = 200;
const compiler = 201;

/** Processes with their parent, their own time and that of their ended children. */
const processes = (...rows: [number, number, number, number][]): ProcessTime[] =>
  rows.map(([pid, parent, cpuMs, endedChildrenMs]) => ({ pid, parent, cpuMs, endedChildrenMs }));

it('counts a build of short processes once, but not what the run and its children have done', () => {
  const count = makeForeignCounter(bench);
  const others = processes([1, 0, 10, 0]);
  expect(
    count([
      ...others,
      ...processes([bench, 1, 500, 0], [postgres, bench, 300, 0], [shell, 1, 20, 0]),
    ]),
  ).toBe(0);
  const running = processes(
    [bench, 1, 900, 0],
    [postgres, bench, 4_300, 0],
    [shell, 1, 20, 700],
    [compiler, shell, 300, 0],
  );
  expect(count([...others, ...running])).toBe(1_000);
  expect(count([...others, ...processes([bench, 1, 900, 4_500], [shell, 1, 20, 1_500])])).toBe(500);
});

it('counts what begins and ends under init until it was seen last', () => {
  const count = makeForeignCounter(bench);
  count(processes([1, 0, 10, 0], [bench, 1, 0, 0]));
  expect(count(processes([1, 0, 10, 0], [bench, 1, 0, 0], [shell, 1, 900, 0]))).toBe(900);
  expect(count(processes([1, 0, 30, 950], [bench, 1, 0, 0]))).toBe(20);
});

it('does not count orphans of the run, whether they live or have ended', () => {
  const count = makeForeignCounter(bench);
  count(
    processes(
      [1, 0, 10, 0],
      [bench, 1, 500, 0],
      [browser, bench, 300, 0],
      [page, browser, 7_000, 0],
    ),
  );
  expect(count(processes([1, 0, 10, 0], [bench, 1, 500, 400], [page, 1, 8_000, 0]))).toBe(0);
  expect(count(processes([1, 0, 10, 8_100], [bench, 1, 500, 400]))).toBe(0);
});

it('counts neither the threads of the kernel nor less than nothing', () => {
  const count = makeForeignCounter(bench);
  count(processes([2, 0, 0, 0], [30, 2, 50, 0], [bench, 1, 100, 0]));
  expect(count(processes([2, 0, 0, 0], [30, 2, 450, 0], [bench, 1, 620, 0]))).toBe(0);
});
