import type { CheckedClaim } from '@ecp/model-calls/prompt-types';
import { sampleEngagement } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { describe, expect, it } from 'vitest';
import { checkDeliverable } from './check-deliverable.ts';

const said = 'The market is worth EUR 4.2 billion.';
const earlier = `# Market\n\n${said}[^1]\n\n[^1]: Atlas, page 3: “EUR 4.2 billion”\n`;

/**
 * Checks a document that cites advice or an earlier document. Returns the states of its citations.
 */
async function statesOf(footnote: string, citations?: CheckedClaim[], sources: string[] = []) {
  const document = { taskName: 'Market', filename: 'market.md', content: earlier };
  const given = {
    engagement: sampleEngagement({ brief: 'How large is the market for cargo bikes?' }),
    task: { id: 't', name: 'Plan', description: '', kind: 'plan' as const },
    sources: sources.map((text, at) => ({
      id: `s${at}`,
      title: 'Atlas',
      location: 'page 3',
      text,
    })),
    upstream: [citations ? { ...document, citations } : document],
    consultations: [
      { agentSlug: 'x', agentName: 'Market Analyst', question: 'How large is it?', answer: said },
    ],
    reviewNotes: [],
  };
  const checked = await checkDeliverable(`# Plan\n\n${said}[^1]\n\n[^1]: ${footnote}\n`, given);
  return checked.citations.map(({ state }) => state);
}
const claim = (state: CheckedClaim['state']): CheckedClaim[] => [
  { footnote: '1', claim: said, state },
];

// CHK-5
describe('a chain of citations is as good as its end', () => {
  it('a figure that a colleague invented is not verified, and one that a source holds is', async () => {
    const advice = `Colleague Market Analyst: “${said}”`;
    expect(await statesOf(advice)).not.toContain('verified');
    expect(await statesOf(advice, undefined, [said])).toEqual(['verified']);
  });

  it('what an earlier document says without a verified source is not verified', async () => {
    const cited = `market.md: “${said}”`;
    for (const state of ['missing_source', 'altered', 'uncited', 'unsupported'] as const) {
      expect(await statesOf(cited, claim(state))).not.toContain('verified');
    }
    expect(await statesOf(cited, claim('verified'))).toEqual(['verified']);
  });
});
