import { expect, it } from 'vitest';
import { renderKept, renderSection, replaceSection } from './report.ts';

const section = {
  title: 'HTTP',
  content: ['Each server answers in turn.'],
  goals: [{ row: 'Get Engagement / floor', goal: 3, measured: 2 }],
};

it('names each goal with what a run measured, and keeps it with the machine and the date', () => {
  const machine = ['Machine: two cores', 'Load at the start: 0.1', 'Date: 2026-11-27'];
  const row = '| Get Engagement / floor | at least 3 | 2.00 | no |';
  expect(renderSection(section, machine).split('\n')).toContain(row);
  const kept = renderKept(section, machine);
  expect(kept).toContain(row);
  expect(kept).toMatch(/\n\nMachine: two cores; Date: 2026-11-27$/);
});

it('replaces the section of what was measured alone', () => {
  const page = '# Benchmarks\n\nIntro.\n\n## HTTP\n\nold\n\n## PDF\n\nkept\n';
  const [before, after] = page.split('old');
  expect(replaceSection(page, '## HTTP\n\nnew')).toBe(`${before}new${after}`);
  expect(replaceSection(page, '## Web\n\nnew')).toBe(`${page}\n## Web\n\nnew\n`);
});
