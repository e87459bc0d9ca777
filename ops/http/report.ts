import { renderTable } from '../report.ts';

/** What one part of the benchmark found. docs/benchmarks.md has its goals. */
export interface Section {
  title: string;
  /** Paragraphs, and tables whose first row is the head. */
  content: (string | string[][])[];
  goals: Goal[];
}

/** A ratio that is to be reached at least, and what this run measured. */
export interface Goal {
  row: string;
  goal: number;
  measured: number;
}

/** Renders a section with the lines about the machine on which it was measured. */
export function renderSection(
  { title, content, goals }: Section,
  machine: readonly string[],
): string {
  const parts = content.map((part) => (typeof part === 'string' ? part : renderTable(part)));
  const reached = goals.length === 0 ? [] : [renderGoals(goals)];
  return [`## ${title}`, ...parts, ...reached, machine.map((line) => `- ${line}`).join('\n')].join(
    '\n\n',
  );
}

/**
 * Renders what the page keeps of a section: its goals, and on which machine and when they were
 * measured.
 */
export function renderKept({ title, goals }: Section, machine: readonly string[]): string {
  const measured = machine.filter((line) => /^(?:Machine|Date): /.test(line)).join('; ');
  return [`## ${title}`, renderGoals(goals), measured].join('\n\n');
}

/** Returns the page with the section in the place of the one with the same title, or at the end. */
export function replaceSection(page: string, section: string): string {
  const [intro = '', ...sections] = page.trimEnd().split(/\n(?=## )/);
  const titleOf = (text: string) => text.split('\n', 1)[0];
  const at = sections.findIndex((one) => titleOf(one) === titleOf(section));
  const kept = sections.map((one) => one.trimEnd());
  const all = at === -1 ? [...kept, section] : kept.toSpliced(at, 1, section);
  return `${[intro.trimEnd(), ...all].join('\n\n')}\n`;
}

function renderGoals(goals: readonly Goal[]): string {
  const rows = goals.map(({ row, goal, measured }) => {
    const isReached = measured >= goal;
    return [row, `at least ${goal}`, measured.toFixed(2), isReached ? 'yes' : 'no'];
  });
  return renderTable([['Goal', 'bound', 'measured', 'reached'], ...rows]);
}

/** Renders a figure without decimals. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en');

/** Renders a share in percent. */
export const percent = (share: number): string => `${whole(share * 100)} %`;

/**
 * Returns the difference of the highest and the lowest round as a share of the median. Throws on an
 * empty list.
 */
export function spreadOf(rounds: readonly number[]): number {
  return (Math.max(...rounds) - Math.min(...rounds)) / median(rounds);
}

/** Returns the middle value, or the mean of the two middle values. Throws on an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (low === undefined || high === undefined) throw new Error('An empty list has no median');
  return (low + high) / 2;
}
