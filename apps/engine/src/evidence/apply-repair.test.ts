import type { Figure } from '@ecp/contract/values/figures';
import { describe, expect, it } from 'vitest';
import { applyRepair } from './apply-repair.ts';
import type { CheckedDeliverable } from './check-deliverable.ts';

const document = `# Sales

Sales were EUR 40 million.[^1]

## Growth

They grew by 9 %.[^2]

## Staff

It has 7 people.

[^1]: report.pdf: “Sales were EUR 40 million.”
[^2]: report.pdf: “Sales grew by 6 %.”
`;

/** A stand-in for the rules: 9 % and 7 people are open, all other figures are right. */
async function check(content: string): Promise<CheckedDeliverable> {
  const sentences = content.split('\n').filter((line) => /\d/.test(line) && !/^(\[\^|#)/.test(line));
  const checked = sentences.map((claim) => {
    const state: Figure['state'] = /\b9 %/.test(claim) ? 'altered' : /7 people/.test(claim) ? 'uncited' : 'verified';
    const footnote = /\[\^(\d+)\]/.exec(claim)?.[1] ?? null;
    const source = { kind: 'attachment' as const, title: 'report.pdf', location: null };
    const words = content.split('\n').find((line) => line.startsWith(`[^${footnote}]:`)) ?? '';
    const quote = /“(.*)”/.exec(words)?.[1] ?? null;
    return { footnote, claim, quote, source, state, reason: null, passage: null, derivation: null };
  });
  const figures = checked.map(({ claim, state }): Figure => {
    const text = /\d+/.exec(claim)?.[0] ?? '0';
    return { label: 'x', unit: null, period: null, value: Number(text), text, section: null, state };
  });
  return { content, citations: checked, figures };
}
const edit = (section: number, markdown: string, action: 'replace' | 'insert' | 'remove' = 'replace') => {
  return { action, section, markdown };
};
const repair = async (edits: ReturnType<typeof edit>[], editable = [1, 2, 3]) =>
  (await applyRepair(await check(document), edits, { editable, models: [] }, check)).content;
const growth = '## Growth\n\nThey grew by 6 %.[^2]';

// CHK-4
describe('a repair', () => {
  it('mends its sections and leaves every other byte', async () => {
    expect(await repair([edit(2, growth)])).toBe(document.replace('They grew by 9 %', 'They grew by 6 %'));
  });

  it('that deletes a right figure, or its footnote, loses that section and keeps the others', async () => {
    const lost = edit(1, '# Sales\n\nSales were high.');
    const unfooted = edit(1, '# Sales\n\nSales were EUR 40 million.');
    for (const bad of [lost, unfooted]) {
      expect(await repair([bad, edit(2, growth)])).toBe(document.replace('They grew by 9 %', 'They grew by 6 %'));
      expect(await repair([bad])).toBe(document);
    }
  });

  it('may reword around a right figure, and give it in the same value only', async () => {
    const staff = edit(3, '## Staff\n\nThe number of people is not known.');
    expect(await repair([staff])).toContain('is not known');
    const both = [edit(1, '# Sales\n\nIts sales reached EUR 40 million.[^1]'), edit(2, growth)];
    expect(await repair(both)).toContain('Its sales reached EUR 40 million.[^1]');
    expect(await repair([edit(1, '# Sales\n\nSales were EUR 41 million.[^1]'), staff])).toContain('EUR 40 million');
  });

  it('that keeps a footnote but drops the figure of its sentence loses that section, also without a ledger', async () => {
    const withoutLedger = async (markdown: string) => ({ ...(await check(markdown)), figures: [] });
    const apply = async (edits: ReturnType<typeof edit>[]) =>
      (await applyRepair(await withoutLedger(document), edits, { editable: [1, 2], models: [] }, withoutLedger))
        .content;
    const vague = edit(1, '# Sales\n\nSales were high, in EUR 1 million.[^1]');
    expect(await apply([vague, edit(2, growth)])).toBe(document.replace('They grew by 9 %', 'They grew by 6 %'));
  });

  it('changes no section that it was not given, adds none, and is dropped where it mends nothing', async () => {
    expect(await repair([edit(2, growth)], [3])).toBe(document);
    expect(await repair([edit(2, '## New\n\nText.', 'insert')])).toBe(document);
    expect(await repair([edit(2, '## Growth\n\nThey even grew by 9 %.[^2]')])).toBe(document);
    expect(await repair([])).toBe(document);
  });
});
