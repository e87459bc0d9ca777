import { expect, test } from 'vitest';
import { loadRoster } from '../../agents/roster.ts';
import { assignAgent, taskKindOf } from './normalize-tasks.ts';

const roster = await loadRoster();

// Columns: name, description, kind, agent.
const cases: [string, string, string, string][] = [
  [
    'Market landscape',
    'Size the regional market and map competitors.',
    'research',
    'market-research-analyst',
  ],
  ['Competitor benchmarking', '', 'research', 'market-research-analyst'],
  [
    'Customer interviews and needs',
    'Who are our readers and what do they struggle with?',
    'research',
    'customer-insight-researcher',
  ],
  [
    'Sales data analysis',
    'Find the root causes of the decline in the weekly figures.',
    'analysis',
    'data-analyst',
  ],
  [
    'Pricing strategy',
    'Tiers, discount policy and willingness to pay.',
    'strategy',
    'pricing-strategist',
  ],
  [
    'Strategic options',
    'Where to compete and what to give up.',
    'strategy',
    'corporate-strategist',
  ],
  ['Brand positioning and tone of voice', '', 'creative', 'brand-strategist'],
  ['Newsletter copywriting', 'Three sample issues.', 'creative', 'content-strategist'],
  [
    'Business case',
    'Cash flow over five years, payback, funding need.',
    'financial',
    'financial-modeller',
  ],
  [
    'Unit economics by channel',
    'Contribution margin of wholesale and web shop.',
    'financial',
    'commercial-finance-partner',
  ],
  [
    'Implementation roadmap',
    'Milestones and resources for twelve months.',
    'plan',
    'programme-manager',
  ],
  ['Go-to-market plan', 'Launch in two cities with channel partners.', 'plan', 'go-to-market-lead'],
  ['Green coffee sourcing and supplier risk assessment', '', 'analysis', 'supply-chain-analyst'],
  [
    'GDPR impact assessment',
    'Personal data of library users.',
    'analysis',
    'data-protection-adviser',
  ],
  ['Change and training plan', 'For the staff of seven branches.', 'plan', 'change-lead'],
  [
    'System architecture and integration',
    'Replace the catalogue; build or buy.',
    'analysis',
    'solution-architect',
  ],
  ['Product discovery and feature prioritisation', '', 'strategy', 'product-strategist'],
];

// PLN-2
test.each(cases)('%s', (name, description, kind, agent) => {
  expect(taskKindOf({ name, description })).toBe(kind);
  expect(assignAgent({ name, description }, roster).slug).toBe(agent);
});

test('a task without telling words goes to the planner', () => {
  const task = { name: '市场', description: '' };
  expect(assignAgent(task, roster)).toBe(roster.planner);
});
