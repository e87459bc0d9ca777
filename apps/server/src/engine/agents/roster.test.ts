import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildRoster, loadRoster } from './roster.ts';

const shipped = fileURLToPath(new URL('./roster/', import.meta.url));

describe('the shipped roster', () => {
  // PLN-3
  test('has enough experts in enough departments, each with a full description', async () => {
    const { agents } = await loadRoster();
    expect(agents.length).toBeGreaterThanOrEqual(18);
    expect(new Set(agents.map((agent) => agent.department)).size).toBeGreaterThanOrEqual(7);
    expect(new Set(agents.map((agent) => agent.name)).size).toBe(agents.length);
    for (const agent of agents) {
      const lines = agent.instructions.split('\n').length;
      expect(lines, agent.slug).toBeGreaterThanOrEqual(15);
      expect(lines, agent.slug).toBeLessThanOrEqual(40);
    }
  });

  test('lets no task name the observer or the evaluator', async () => {
    const roster = await loadRoster();
    expect(roster.agents.map((agent) => agent.slug)).not.toContain('observer');
    expect(roster.agents.map((agent) => agent.slug)).not.toContain('evaluator');
    expect(roster.find('observer')).toBe(roster.observer);
    expect(roster.find('evaluator')).toBe(roster.evaluator);
    expect(roster.find('pricing-strategist')?.department).toBe('Strategy');
    expect(roster.find('nobody')).toBeUndefined();
    expect(roster.planner.plans).toBe(true);
  });

  test('allows the search to agents that write, and no tool to agents that judge', async () => {
    const { agents, observer, evaluator } = await loadRoster();
    for (const agent of agents) expect(agent.tools, agent.slug).toEqual(['search_context']);
    expect([observer.tools, evaluator.tools]).toEqual([[], []]);
    const armed = [...agents, evaluator, { ...observer, tools: ['search_context' as const] }];
    expect(() => buildRoster(armed)).toThrow('observer.md: tools: must be empty');
  });

  test('is ordered by slug', async () => {
    const slugs = (await loadRoster()).agents.map((agent) => agent.slug);
    expect(slugs).toEqual([...slugs].sort());
  });
});

describe('an invalid roster prevents the start', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'roster-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  async function loadWith(change: (text: string) => string): Promise<unknown> {
    await cp(shipped, directory, { recursive: true });
    const path = join(directory, 'data-analyst.md');
    await writeFile(path, change(await readFile(path, 'utf8')));
    return loadRoster(directory);
  }

  const cases: [string, (text: string) => string, RegExp][] = [
    ['a missing field', (text) => text.replace(/^role:.*\n/m, ''), /^data-analyst\.md: .*role/],
    [
      'an unknown field',
      (text) => text.replace('tools:', 'gadgets: 3\ntools:'),
      /^data-analyst\.md: gadgets: /,
    ],
    [
      'an unknown tool',
      (text) => text.replace('[search_context]', '[shell]'),
      /^data-analyst\.md: tools/,
    ],
    [
      'a wrong type',
      (text) => text.replace(/^skills:.*$/m, 'skills: many'),
      /^data-analyst\.md: skills: /,
    ],
    [
      'a bad slug',
      (text) => text.replace('slug: data-analyst', 'slug: Data_Analyst'),
      /^data-analyst\.md: slug: /,
    ],
    [
      'a slug unlike its file',
      (text) => text.replace('slug: data-analyst', 'slug: analyst'),
      /slug: must be "data-analyst"/,
    ],
    [
      'no front matter',
      () => 'You are an analyst.',
      /^data-analyst\.md: must start with front matter/,
    ],
    [
      'front matter that is not YAML',
      (text) => text.replace('skills: [', 'skills: [['),
      /^data-analyst\.md: front matter/,
    ],
    [
      'no instructions',
      (text) => `---\n${text.split('---\n')[1]}---\n\n`,
      /^data-analyst\.md: has no instructions/,
    ],
    [
      'a second planner',
      (text) => text.replace('tools:', 'plans: true\ntools:'),
      /exactly one assignable agent/,
    ],
  ];
  test.each(cases)('%s', async (_name, change, message) => {
    await expect(loadWith(change)).rejects.toThrow(message);
  });

  test('a folder without roster files', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'roster-empty-'));
    await expect(loadRoster(empty)).rejects.toThrow(/No \.md files/);
    await rm(empty, { recursive: true });
  });

  test('a slug used twice', async () => {
    const { agents } = await loadRoster();
    expect(() => buildRoster([...agents, ...agents.slice(0, 1)])).toThrow(/is used twice/);
  });

  test('no observer', async () => {
    const { agents, evaluator } = await loadRoster();
    expect(() => buildRoster([...agents, evaluator])).toThrow(/no agent with slug "observer"/);
  });
});
