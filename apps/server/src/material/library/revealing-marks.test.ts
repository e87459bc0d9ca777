import { describe, expect, test } from 'vitest';
import { countMarks, findMarks } from './revealing-marks.ts';

const own = { client: 'Nordwind Fenster GmbH', name: 'Market entry Denmark' };
const names = { own, otherClients: ['Müller & Söhne KG', 'On', '株式会社みどり'] };

/** Returns the words of a text that are marked as one kind. */
function marked(body: string, kind: 'client_name' | 'figure' | 'quote'): string[] {
  const marks = findMarks({ title: '', body }, names).filter((mark) => mark.kind === kind);
  return marks.map(({ start, end }) => body.slice(start, end));
}

describe('names of clients', () => {
  // LIB-4
  test.each([
    ['We asked Nordwind Fenster GmbH.', ['Nordwind Fenster GmbH']],
    ['The sales of NORDWIND fell.', ['NORDWIND']],
    [
      'Nordwinds Werk, the Nordwind-Werk and the Nordwindwerk',
      ['Nordwinds', 'Nordwind', 'Nordwindwerk'],
    ],
    ['https://www.nordwind.example/prices', ['nordwind']],
    ['Entry into Denmark', ['Denmark']],
    ['Die Muller & Sohne liefern.', ['Muller & Sohne']],
    ['みどりの売上', []],
    ['株式会社みどりの売上', ['株式会社みどり']],
    ['On sells shoes on Mondays.', ['On']],
    ['A method to size a market', []],
  ])('in %j', (text, expected) => {
    expect(marked(text, 'client_name')).toEqual(expected);
  });

  test('are found in the title, and other clients also without the engagement', () => {
    const card = { title: 'What Müller asked', body: 'Müller & Söhne KG pays.' };
    const marks = findMarks(card, { own: null, otherClients: names.otherClients });
    expect(marks).toEqual([{ field: 'body', kind: 'client_name', start: 0, end: 17 }]);
    expect(findMarks({ title: 'Nordwind', body: 'x' }, names)).toEqual([
      { field: 'title', kind: 'client_name', start: 0, end: 8 },
    ]);
  });
});

// LIB-4
test.each([
  ['Sales of EUR 4.8 million in 2025', ['EUR 4.8 million', '2025']],
  ['12 % of 1 200 shops', ['12 %', '1 200']],
  ['1. First, ask.\n2. Then count 40 shops.', ['40']],
  ['Fifteen shops, a third of all', ['Fifteen', 'a third']],
  ['売上は四百二十万円', ['四百二十万円']],
  ['First ask, then count.', []],
])('figures in %j', (text, expected) => {
  expect(marked(text, 'figure')).toEqual(expected);
});

// LIB-4
test.each([
  ['He said “we lose money” twice.', ['“we lose money”']],
  ['Er sagte: „Wir verlieren Geld.“', ['„Wir verlieren Geld.“']],
  ['Before\n\n> We lose money\n> every day\n\nAfter', ['> We lose money\n> every day']],
  ["It's the shop's margin.", []],
])('quotations in %j', (text, expected) => {
  expect(marked(text, 'quote')).toEqual(expected);
});

test('counts each kind', () => {
  const marks = findMarks({ title: 'Nordwind 2025', body: '“No”, said Nordwind. 3 of 4.' }, names);
  expect(countMarks(marks)).toEqual({ clientNames: 2, figures: 3, quotes: 1 });
});

test('reads the longest card of many digits, quotes and names', () => {
  const otherClients = Array.from({ length: 500 }, (_, index) => `Client ${index} of the firm`);
  for (const unit of ['Client ', '“a” ', '1 2 ', '> x\n', '„']) {
    const body = unit.repeat(4_000).slice(0, 4_000);
    const marks = findMarks({ title: body.slice(0, 200), body }, { own, otherClients });
    expect(marks.every(({ start, end }) => start < end)).toBe(true);
  }
});
