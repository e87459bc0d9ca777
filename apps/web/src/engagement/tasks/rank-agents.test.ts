import { expect, test } from 'vitest';
import { rankAgents } from './rank-agents.ts';

const agent = (name: string, department: string, description = '') => ({
  slug: name,
  name,
  role: '',
  department,
  description,
  seniority: 'senior' as const,
  skills: [],
});
const agents = [
  agent('Chief Economist', 'Strategy', 'Knows how operations pay.'),
  agent('Head of Operations', 'Strategy'),
  agent('Data Engineer', 'Data'),
  agent('Operations Consultant', 'Operations'),
];
const order = (typed: string) =>
  rankAgents(agents, typed).flatMap(({ items }) => items.map(({ name }) => name));

test('puts agents first whose names begin with what is typed', () => {
  expect(order('oper').slice(0, 3)).toEqual([
    'Operations Consultant',
    'Head of Operations',
    'Chief Economist',
  ]);
  expect(order('oper cons')[0]).toBe('Operations Consultant');
});

test('keeps the order of the roster without words', () => {
  expect(order(' ')).toEqual(agents.map(({ name }) => name));
});
