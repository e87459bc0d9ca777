import type { Citation } from '@ecp/contract/values/citations';
import { describe, expect, test } from 'vitest';
import { compareStatements } from './cited-changes.ts';

const citation: Citation = {
  footnote: '1',
  claim: 'The quay costs EUR 4.2 million.',
  quote: 'The quay costs EUR 4.2 million',
  source: { kind: 'attachment', title: 'Quay', location: null },
  state: 'verified',
  reason: null,
  passage: null,
  derivation: null,
};
const text =
  '# Quay\n\nThe quay costs EUR 4.2 million, and the ramp EUR 0.6 million. It opens in 2027.\n';

async function compare(after: string, more: Partial<Citation> = {}, before = text) {
  const document = { filename: 'a.md', version: 1, content: '' };
  const statement = { document, citation: { ...citation, ...more } };
  const [changed] = await compareStatements(
    [statement],
    { before, after },
    new AbortController().signal,
  );
  if (!changed) return null;
  const { statement: _, ...change } = changed;
  return change;
}

describe('what a statement cites', () => {
  // REC-6
  test.each([
    ['is the same', text],
    [
      'is laid out otherwise',
      'Menu\n\n**The quay  costs\nEUR 4.2 million**, and the ramp EUR 0.6 million.\n\n3 May 2031',
    ],
    ['has another figure beside it', text.replace('0.6', '0.9')],
    ['moves to another place', `${'Other words. '.repeat(500)}\n\n${text}`],
  ])('has not changed when it %s', async (_name, after) => {
    expect(await compare(after)).toBeNull();
  });

  // REC-6
  test('has changed when the figure of the statement is another one', async () => {
    expect(await compare(text.replace('4.2', '5.1'))).toEqual({
      type: 'figure',
      before: 'The quay costs EUR 4.2 million, and the ramp EUR 0.6 million.',
      after: 'The quay costs EUR 5.1 million, and the ramp EUR 0.6 million.',
    });
  });

  // REC-6
  test('has changed when quoted words stay but the figure beside them is another one', async () => {
    const quote = { claim: 'The quay costs EUR 4.2 million.', quote: 'The quay costs' };
    expect(await compare(text.replace('4.2', '5.1'), quote)).toMatchObject({ type: 'figure' });
  });

  // REC-6
  test('has changed when quoted words are worded otherwise, but not when they only back the statement', async () => {
    const after = text.replace('The quay costs EUR', 'Building the quay will cost EUR');
    expect(await compare(after)).toMatchObject({
      type: 'words',
      after: expect.stringContaining('will cost'),
    });
    expect(
      await compare(after, { quote: null, passage: 'The quay costs EUR 4.2 million' }),
    ).toBeNull();
  });

  // REC-6
  test('has changed when nothing like it is left', async () => {
    expect(await compare('# Quay\n\nThe harbour board meets on Mondays.\n')).toMatchObject({
      type: 'words',
      after: null,
    });
  });

  // REC-6
  test('of a computed statement has changed with any figure of the cited sentence', async () => {
    const computed = {
      state: 'computed' as const,
      claim: 'Together they cost EUR 4.8 million.',
      quote: 'and the ramp',
    };
    expect(await compare(text.replace('0.6', '0.9'), computed)).toMatchObject({ type: 'figure' });
    expect(await compare(text.replace('2027', '2028'), computed)).toBeNull();
  });

  // REC-6
  test('in a row of a table is compared as a row', async () => {
    const table = (cost: string) =>
      `| Part | Cost |\n| --- | --- |\n| Quay | ${cost} |\n| Ramp | EUR 1 million |\n`;
    const row = { quote: 'Quay' };
    expect(await compare(table('EUR 5.1 million'), row, table('EUR 4.2 million'))).toMatchObject({
      type: 'figure',
    });
    expect(
      await compare(
        table('EUR 4.2 million').replace('EUR 1', 'EUR 2'),
        row,
        table('EUR 4.2 million'),
      ),
    ).toBeNull();
  });

  // REC-6
  test('and never stood there is no change', async () => {
    expect(await compare('Nothing.', { quote: 'words of another source' })).toBeNull();
  });
});
