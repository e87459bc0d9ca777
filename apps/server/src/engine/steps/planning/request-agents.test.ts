import { readRequestMails } from '@ecp/testing/request-mails/read-mails';
import { expect, it } from 'vitest';
import { loadRoster } from '../../agents/roster.ts';
import { assignAgent } from './normalize-tasks.ts';

/** The agents of a field of work, as the mails name the fields. */
const agentsOf: Readonly<Record<string, string[]>> = {
  pricing: ['pricing-strategist'],
  finance: ['commercial-finance-partner', 'financial-modeller'],
  operations: ['operations-consultant'],
  supply: ['supply-chain-analyst'],
  legal: ['risk-and-compliance-adviser', 'data-protection-adviser'],
  risk: ['risk-and-compliance-adviser'],
  'data-protection': ['data-protection-adviser'],
  market: ['market-research-analyst'],
  customer: ['customer-insight-researcher'],
  data: ['data-analyst'],
  strategy: ['corporate-strategist'],
  sales: ['go-to-market-lead'],
  product: ['product-strategist'],
  technology: ['solution-architect'],
  organisation: ['organisation-designer'],
  change: ['change-lead'],
  programme: ['programme-manager'],
  brand: ['brand-strategist'],
  digital: ['digital-marketing-strategist'],
  'service-design': ['service-designer'],
};

// INT-8
it.each(['fitting', 'held-out'] as const)(
  'gives three of four questions of the mails of %s to a fitting agent',
  async (set) => {
    const roster = await loadRoster();
    const asked = readRequestMails(set).flatMap((mail) => mail.asked);
    const fits = asked.filter(({ words, agents }) => {
      const { slug } = assignAgent({ name: words, description: words }, roster);
      return agents.flatMap((field) => agentsOf[field] ?? []).includes(slug);
    });
    expect(fits.length / asked.length).toBeGreaterThanOrEqual(0.75);
  },
);

// INT-8
it.each([
  ['What causes the waits?', 'operations-consultant'],
  ['Which price could we ask of new members?', 'pricing-strategist'],
  ['May we end the lease early under the contract?', 'risk-and-compliance-adviser'],
  ['Warum dauern die Abläufe so lange?', 'operations-consultant'],
  ['Quelles clauses du contrat posent problème ?', 'risk-and-compliance-adviser'],
])('gives “%s” to the %s', async (name, slug) => {
  expect(assignAgent({ name, description: name }, await loadRoster()).slug).toBe(slug);
});
