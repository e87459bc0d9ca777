import { expect, it } from 'vitest';
import { atLeast, atMost, renderKept, renderSection, replaceSection } from './report.ts';

const section = {
  title: 'HTTP',
  content: [
    'Each server answers in turn.',
    [
      ['Server', 'req/s'],
      ['platform', '200'],
    ],
  ],
  goals: [
    atLeast('Get Engagement / floor', 3, 2),
    atMost('Start to ready', 1.2, 's', 1.1),
    atMost('Memory of a stream', 40, 'KB', undefined),
  ],
};

it('names each goal with what a run measured and whether that reaches it, and claims nothing of what it did not measure', () => {
  const lines = renderSection(section, ['Date: 2026-11-27']).split('\n');
  expect(lines).toContain('| Get Engagement / floor | at least 3 | 2.00 | no |');
  expect(lines).toContain('| Start to ready | at most 1.2 s | 1.10 s | yes |');
  expect(lines).toContain('| Memory of a stream | at most 40 KB | not measured |  |');
  expect(lines.at(-1)).toBe('- Date: 2026-11-27');
});

it('keeps of a section its goals, the machine and the date', () => {
  const text = renderKept(section, [
    'Machine: two cores',
    'Load at the start: 0.1',
    'Date: 2026-11-27',
  ]);
  expect(text).toMatch(/^## HTTP\n\n\| Goal \|/);
  expect(text).toMatch(/\n\nMachine: two cores; Date: 2026-11-27$/);
  expect(text).not.toContain('Server');
});

it('replaces the section of what was measured alone', () => {
  const page = '# Benchmarks\n\nIntro.\n\n## HTTP\n\nold\n\n## PDF\n\nkept\n';
  expect(replaceSection(page, '## HTTP\n\nnew')).toBe(
    '# Benchmarks\n\nIntro.\n\n## HTTP\n\nnew\n\n## PDF\n\nkept\n',
  );
  expect(replaceSection(page, '## Web\n\nnew')).toBe(`${page}\n## Web\n\nnew\n`);
});
