import type { Figure } from '@ecp/contract/values/figures';
import type { RepairAnswer } from '@ecp/model-calls/prompt-types';
import { describe, expect, it } from 'vitest';
import { applyRepair } from './apply-repair.ts';
import type { CheckedDeliverable } from './check-deliverable.ts';
import { planRepair } from './plan-repair.ts';

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
  const sentences = content
    .split('\n')
    .filter((line) => /\d/.test(line) && !/^(\[\^|#)/.test(line));
  const checked = sentences.map((claim) => {
    const state: Figure['state'] = /\b9 %/.test(claim)
      ? 'altered'
      : /7 people/.test(claim)
        ? 'uncited'
        : 'verified';
    const footnote = /\[\^(\d+)\]/.exec(claim)?.[1] ?? null;
    const source = { kind: 'attachment' as const, title: 'report.pdf', location: null };
    const words = content.split('\n').find((line) => line.startsWith(`[^${footnote}]:`)) ?? '';
    const quote = /“(.*)”/.exec(words)?.[1] ?? null;
    return { footnote, claim, quote, source, state, reason: null, passage: null, derivation: null };
  });
  const figures = checked.map(({ claim, state }): Figure => {
    const text = /\d+/.exec(claim)?.[0] ?? '0';
    return {
      label: 'x',
      unit: null,
      period: null,
      value: Number(text),
      text,
      section: null,
      state,
    };
  });
  return { content, citations: checked, figures };
}
const mend = (
  failure: number,
  sentence: string,
  given: Partial<RepairAnswer> = {},
): RepairAnswer => {
  return { failure, verdict: 'mended', sentence, footnotes: [], reason: 'It was wrong.', ...given };
};
async function repair(
  answers: RepairAnswer[],
  content = document,
  asked = check as typeof check | Pleaded,
) {
  const before = await check(content);
  const { failures } = planRepair(before, { previous: null, locked: new Set() });
  return applyRepair(before, failures, answers, false, asked);
}
type Pleaded = (content: string, pleas: ReadonlyMap<string, string>) => Promise<CheckedDeliverable>;
const growth = 'They grew by 6 %.[^2]';

// CHK-4
describe('a repair', () => {
  it('mends its sentences and leaves every other byte', async () => {
    const { checked, mended } = await repair([mend(1, growth)]);
    expect(checked.content).toBe(document.replace('They grew by 9 %', 'They grew by 6 %'));
    expect(mended).toBe(1);
  });

  // CHK-10
  it('exchanges the footnote of a sentence that its writer holds to be right, if the check then finds it right', async () => {
    const passage = '[^2]: report.pdf: “In the second half sales grew by 9 %.”';
    const plea = {
      failure: 1,
      verdict: 'right' as const,
      sentence: '',
      footnotes: [passage],
      reason: 'It is there.',
    };
    const readsPassages = async (content: string) => {
      const checked = await check(content);
      const isThere = content.includes('In the second half');
      const citations = checked.citations.map((one) =>
        isThere && one.state === 'altered' ? { ...one, state: 'verified' as const } : one,
      );
      return { ...checked, citations };
    };
    const { checked, mended } = await repair([plea], document, readsPassages);
    expect(mended).toBe(1);
    expect(checked.content).toContain('They grew by 9 %.[^3]');
    expect(checked.content).toContain('[^3]: report.pdf: “In the second half sales grew by 9 %.”');
    expect(checked.content).not.toContain('[^2]');
    const refused = await repair([plea]);
    expect(refused.checked.content).toBe(document);
  });

  it('makes no figure vaguer, unless it says that the figure is wrong', async () => {
    const vague = 'The number of people is small.';
    const { checked, dropped } = await repair([mend(2, vague), mend(1, growth)]);
    expect(checked.content).toBe(document.replace('They grew by 9 %', 'They grew by 6 %'));
    expect(dropped).toEqual([
      { sentence: 'It has 7 people.', reason: expect.stringContaining('leaves out a figure') },
    ]);
    const withdrawn = await repair([mend(2, vague, { verdict: 'withdrawn' })]);
    expect(withdrawn.checked.content).toContain(`## Staff\n\n${vague}\n`);
  });

  it('withdraws a sentence whole, with its section if nothing is left of it, and its footnote', async () => {
    const { checked } = await repair([mend(1, '', { verdict: 'withdrawn' })]);
    expect(checked.content).not.toMatch(/Growth|\[\^2\]/);
    expect(checked.content).toContain(
      'Sales were EUR 40 million.[^1]\n\n## Staff\n\nIt has 7 people.',
    );
  });

  it('that mends nothing is dropped with the reason, and the others stay', async () => {
    const { checked, dropped } = await repair([
      mend(1, 'They even grew by 9 %.[^2]'),
      mend(2, 'It has 8 people.[^1]'),
    ]);
    expect(checked.content).toBe(document.replace('It has 7 people.', 'It has 8 people.[^1]'));
    expect(dropped).toEqual([
      { sentence: 'They grew by 9 %.[^2]', reason: 'the check finds it no better' },
    ]);
    expect((await repair([])).checked.content).toBe(document);
  });

  it('gives new footnotes free labels, and shares those that are alike', async () => {
    const study = { footnotes: ['[^a]: Study: “8 people”'] };
    const same = {
      footnotes: ['[^a]: report.pdf: “Sales were EUR 40 million.”', '[^b]: Study: “8 people”'],
    };
    const { checked } = await repair([
      mend(1, 'They grew by 6 %.[^a][^b]', same),
      mend(2, 'It has 8 people.[^a]', study),
    ]);
    expect(checked.content).toContain('They grew by 6 %.[^1][^3]');
    expect(checked.content).toContain('It has 8 people.[^3]');
    expect(checked.content.match(/^\[\^.*$/gm)).toEqual([
      '[^1]: report.pdf: “Sales were EUR 40 million.”',
      '[^3]: Study: “8 people”',
    ]);
  });

  it('takes the definition of a label from another answer, also where that one is dropped', async () => {
    const study = { footnotes: ['[^a]: Study: “12 people”'] };
    const { checked } = await repair([
      mend(1, 'They even grew by 9 %.[^a]', study),
      mend(2, 'It has 8 people.[^b]', { footnotes: ['[^b]: = 12 − 4 = 8; [^a]'] }),
    ]);
    expect(checked.content).toContain('It has 8 people.[^4]');
    expect(checked.content).toContain('[^3]: Study: “12 people”\n[^4]: = 12 − 4 = 8; [^3]\n');
    expect(checked.content).not.toMatch(/\[\^[ab]\]/);
    const { dropped } = await repair([
      mend(2, 'It has 8 people.[^b]', { footnotes: ['[^b]: = 12 − 4 = 8; [^z]'] }),
    ]);
    expect(dropped).toEqual([
      { sentence: 'It has 7 people.', reason: 'its footnote [^z] has no definition' },
      { sentence: 'They grew by 9 %.[^2]', reason: 'it got no answer' },
    ]);
  });

  it('defines calculations that are alike once, whatever their labels', async () => {
    const named = (one: string, two: string) => ({
      footnotes: [`[^${two}]: = 12 − 4 = 8; [^${one}]`, `[^${one}]: Study: “12 people”`],
    });
    const { checked } = await repair([
      mend(1, 'They grew by 6 %.[^b]', named('a', 'b')),
      mend(2, 'It has 8 people.[^d]', named('c', 'd')),
    ]);
    expect(checked.content.match(/^\[\^.*$/gm)).toEqual([
      '[^1]: report.pdf: “Sales were EUR 40 million.”',
      '[^3]: Study: “12 people”',
      '[^4]: = 12 − 4 = 8; [^3]',
    ]);
  });

  it('leaves no definition that only an unused one names', async () => {
    const content = `${document}[^9]: = 40 × 2 = 80; [^10]\n[^10]: Study: “40 shops”\n`.replace(
      'by 9 %.[^2]',
      'by 9 %.[^9]',
    );
    const { checked } = await repair([mend(1, 'They grew by 6 %.[^1]')], content);
    expect(checked.content).not.toMatch(/\[\^(?:9|10)\]/);
  });

  it('keeps a footnote that a calculation names, and names new ones by their labels', async () => {
    const notes = ['[^x]: Study: “12 people”', '[^y]: = 12 − 4 = 8; [^x]'];
    const content = `${document}[^9]: = 40 × 2 = 80; [^2]\n`.replace(
      '40 million.[^1]',
      '40 million.[^1][^9]',
    );
    const { checked } = await repair(
      [mend(2, 'It has 8 people.[^y]', { footnotes: notes }), mend(1, 'They grew by 6 %.[^1]')],
      content,
    );
    expect(checked.content).toContain('[^2]: report.pdf');
    expect(checked.content).toContain('It has 8 people.[^11]');
    expect(checked.content).toContain('[^10]: Study: “12 people”\n[^11]: = 12 − 4 = 8; [^10]\n');
  });

  it('is no more than the sentence: no heading, no further paragraph, no footnote without a definition', async () => {
    for (const sentence of [
      '## New\n\nIt has 8 people.',
      'It has 8 people.\n\nMore.',
      'It has 8 people.[^7]',
    ]) {
      expect((await repair([mend(2, sentence)])).checked.content).toBe(document);
    }
  });

  it('keeps the cells of a table row', async () => {
    const table = document.replace(
      'It has 7 people.',
      '| Team | Size |\n| --- | --- |\n| Sales | 7 people |',
    );
    expect((await repair([mend(2, '| Sales | 8 people | all |')], table)).checked.content).toBe(
      table,
    );
    const { checked } = await repair([mend(2, '| Sales | 8 people |')], table);
    expect(checked.content).toContain('| --- | --- |\n| Sales | 8 people |\n');
  });

  it('changes the head of a table together with its row', async () => {
    const table = document.replace(
      'It has 7 people.',
      '| Team | Size |\n| --- | --- |\n| All | 6 |\n| Sales | 7 people |\n\nMore.',
    );
    const row = '| Team | Size, full time |\n| Sales | 8 |';
    const { checked } = await repair([mend(2, row)], table);
    expect(checked.content).toContain(
      '| Team | Size, full time |\n| --- | --- |\n| All | 6 |\n| Sales | 8 |\n\nMore.',
    );
    const long = '| Team | Size | More |\n| Sales | 8 |';
    expect((await repair([mend(2, long)], table)).checked.content).toBe(table);
  });

  it('hands a plea to the check and leaves the sentence as it is', async () => {
    const seen: ReadonlyMap<string, string>[] = [];
    const pleaded: Pleaded = async (content, pleas) => {
      seen.push(pleas);
      const checked = await check(content);
      const citations = checked.citations.map((one) =>
        pleas.has(one.claim) ? { ...one, state: 'verified' as const } : one,
      );
      return { ...checked, citations };
    };
    const plea = mend(2, '', { verdict: 'right', reason: 'The annex names seven.' });
    const { checked, pleaded: count } = await repair([plea], document, pleaded);
    expect(count).toBe(1);
    expect([...(seen[0]?.entries() ?? [])]).toEqual([
      ['It has 7 people.', 'The annex names seven.'],
    ]);
    expect(checked.content).toBe(document);
    expect(checked.citations.map(({ state }) => state)).toEqual([
      'verified',
      'altered',
      'verified',
    ]);
  });
});

// CHK-4
describe('a sentence that the observer wants changed', () => {
  const mended = async (
    sentence: string,
    given: Partial<RepairAnswer> = {},
    issue = 'Name the year.',
  ) => {
    const before = await check(
      document.replace('They grew by 9 %', 'They grew by 6 %').replace('7 people', 'many people'),
    );
    const issues = [{ sentence: 'Sales were EUR 40 million.', issue }];
    const { failures } = planRepair(before, { previous: null, locked: new Set(), issues });
    return applyRepair(before, failures, [mend(1, sentence, given)], false, check);
  };

  it('gets its new words where nothing is worse by them', async () => {
    const { checked } = await mended('Sales were EUR 40 million in 2025.[^1]');
    expect(checked.content).toContain('Sales were EUR 40 million in 2025.[^1]');
    const worse = await mended('Sales were EUR 40 million and grew by 9 %.[^1]');
    expect(worse.checked.content).toContain('Sales were EUR 40 million.[^1]');
    expect(worse.dropped).toHaveLength(1);
  });

  it('takes no mend of another sentence with it where it makes the whole worse', async () => {
    // Elsewhere in the document, something right goes with the words that the observer wants.
    const fragile = async (content: string) => {
      const checked = await check(content);
      const rest: Figure = {
        label: 'y',
        unit: null,
        period: null,
        value: 77,
        text: '77',
        section: null,
        state: 'verified',
      };
      return content.includes('in 2025')
        ? checked
        : { ...checked, figures: [...checked.figures, rest] };
    };
    const before = await fragile(document);
    const issues = [{ sentence: 'Sales were EUR 40 million.', issue: 'Name the year.' }];
    const { failures } = planRepair(before, { previous: null, locked: new Set(), issues });
    const answers = [mend(1, 'Sales were EUR 40 million in 2025.[^1]'), mend(2, growth)];
    const { checked, dropped } = await applyRepair(before, failures, answers, false, fragile);
    expect(checked.content).toBe(document.replace('They grew by 9 %', 'They grew by 6 %'));
    expect(dropped).toEqual([
      { sentence: 'It has 7 people.', reason: 'it got no answer' },
      { sentence: 'Sales were EUR 40 million.[^1]', reason: expect.stringContaining('as a whole') },
    ]);
  });

  it('may get other figures that are right', async () => {
    const { checked, dropped } = await mended('Sales were EUR 41 million.[^1]');
    expect(dropped).toEqual([]);
    expect(checked.content).toContain('Sales were EUR 41 million.[^1]');
  });

  it('may get other figures that stand, rightly, elsewhere too', async () => {
    const content = document
      .replace('They grew by 9 %', 'They grew by 6 %')
      .replace('It has 7 people.', 'Half of the people sell 40 million.[^1]');
    const before = await check(content);
    const issues = [{ sentence: 'Sales were EUR 40 million.', issue: 'Say 1 instead of 40.' }];
    const { failures } = planRepair(before, { previous: null, locked: new Set(), issues });
    const { checked, dropped } = await applyRepair(
      before,
      failures,
      [mend(1, 'Sales were 1.')],
      false,
      check,
    );
    expect(dropped).toEqual([]);
    expect(checked.content).toBe(
      content.replace('Sales were EUR 40 million.[^1]', 'Sales were 1.'),
    );
  });

  it('may be withdrawn with what was right in it', async () => {
    const { checked } = await mended('Sales fell.[^1]', { verdict: 'withdrawn' });
    expect(checked.content).toContain('Sales fell.[^1]');
  });

  describe('with another sentence for the same issue', () => {
    const content = document
      .replace('They grew by 9 %', 'They grew by 6 %')
      .replace('7 people', '8 people.[^1]');
    const issue = 'Count the shops of the year before in both.';
    const both = async (...answers: RepairAnswer[]) => {
      const before = await check(content);
      const issues = ['Sales were EUR 40 million.', 'They grew by 6 %.'].map((sentence) => ({
        sentence,
        issue,
      }));
      const { failures } = planRepair(before, { previous: null, locked: new Set(), issues });
      return applyRepair(before, failures, answers, false, check);
    };
    const sales = mend(1, 'Sales were EUR 43 million.[^1]');

    it('changes with it', async () => {
      const { checked, dropped } = await both(sales, mend(2, 'They grew by 5 %.[^2]'));
      expect(dropped).toEqual([]);
      expect(checked.content).toContain('43 million');
      expect(checked.content).toContain('5 %');
    });

    it.each([
      ['is worse', [mend(2, 'They grew by 9 %.[^2]')]],
      ['is no sentence', [mend(2, '# Growth')]],
      ['got no answer', []],
    ])('stays where the other %s', async (_, answers) => {
      const { checked, dropped } = await both(sales, ...answers);
      expect(checked.content).toBe(content);
      expect(dropped).toContainEqual({
        sentence: 'Sales were EUR 40 million.[^1]',
        reason: 'another sentence of its issue does not change',
      });
    });
  });
});
