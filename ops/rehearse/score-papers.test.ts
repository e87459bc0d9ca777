import { describe, expect, it } from 'vitest';
import type { CaseKey, Expectation } from './cases.ts';
import { readMeasure, readNumbers, scorePapers, unifyText } from './scoring.ts';

const empty: CaseKey = {
  language: 'en',
  industry: 'Testing',
  facts: [],
  contradictions: [],
  traps: [],
  figures: [],
  mustNotSay: [],
};

function isFact(
  paper: string,
  accept: Expectation,
  language: CaseKey['language'] = 'en',
): boolean | undefined {
  const fact = { id: 'fact', statement: '-', where: '-', accept: [accept] };
  return scorePapers([paper], { ...empty, language, facts: [fact] }).facts[0]?.hit;
}

function isTrapped(paper: string, wrong: Expectation): boolean | undefined {
  const trap = { id: 'trap', example: '-', right: '-', where: '-', wrong: [wrong] };
  return scorePapers([paper], { ...empty, traps: [trap] }).traps[0]?.hit;
}

describe('readNumbers', () => {
  it.each([
    ['en', '€23.9 million, 23,162,000 and 14.5 percent', [23_900_000, 23_162_000, 14.5]],
    ['en', '£1.2bn, €380k, EUR 5 m, a pipe of 5 m, $2.17M', [1.2e9, 380_000, 5e6, 5, 2_170_000]],
    [
      'de',
      '23,9 Mio. €, 23.162.000 EUR, T€ 412, 412 TEUR, 12,5 %',
      [23_900_000, 23_162_000, 412_000, 412_000, 12.5],
    ],
    ['de', '1.310 Zähler am 27.10.2026', [1_310]],
    [
      'fr',
      '23 162 000 €, 1,9 M€, 412 k€, 23,9 millions d’euros',
      [23_162_000, 1_900_000, 412_000, 23_900_000],
    ],
    ['es', '12.345 € y 3,2 mil millones', [12_345, 3.2e9]],
    [
      'ja',
      '2億3,162万円、23,162千円、１２．５％、8万2千円',
      [231_620_000, 23_162_000, 12.5, 82_000],
    ],
  ] as const)('reads %s: %s', (language, text, values) => {
    const read = readNumbers(unifyText(text), language).map(({ value }) =>
      Number(value.toPrecision(9)),
    );
    expect(read).toEqual(values);
  });

  it.each([
    ['Revenue (EUR 000)', { scale: 1e3, unit: 'EUR' }],
    ['Umsatz in T€', { scale: 1e3, unit: 'EUR' }],
    ['CA (k€)', { scale: 1e3, unit: 'EUR' }],
    ['売上（千円）', { scale: 1e3, unit: 'JPY' }],
    ['Share %', { scale: 1, unit: 'percent' }],
    ['Heat 2025 (MWh)', { scale: 1, unit: null }],
  ])('reads what the head %s says of its column', (head, measure) => {
    expect(readMeasure(unifyText(head), 'de')).toEqual(measure);
  });
});

describe('scorePapers', () => {
  const loss: Expectation = { words: ['lost|loss'], numbers: [{ value: 14.5, unit: 'percent' }] };

  it('finds words and numbers in one paragraph, list item or row, whatever their order', () => {
    expect(isFact('Heat is lost. It was 14.5 percent.', loss)).toBe(true);
    expect(isFact('- Losses: 14.5 %\n- Other: 2', loss)).toBe(true);
    expect(isFact('| What | Share % |\n| --- | --- |\n| Losses | 14.5 |', loss)).toBe(true);
    expect(isFact('Heat is lost.\n\nIt was 14.5 percent.', loss)).toBe(false);
    expect(isFact('Heat was lost: 14.5 million euros.', loss)).toBe(false);
  });

  it('takes the scale and the unit of a cell from the head of its column', () => {
    const revenue: Expectation = {
      words: ['bavaria'],
      numbers: [{ value: 1_620_000, unit: 'EUR' }],
    };
    expect(isFact('| Market | EUR 000 |\n| --- | ---: |\n| Bavaria | 1,620 |', revenue)).toBe(true);
    expect(isFact('| Market | USD 000 |\n| --- | ---: |\n| Bavaria | 1,620 |', revenue)).toBe(
      false,
    );
  });

  it('does not count what only a footnote, a code block or the front matter says', () => {
    const hidden =
      '---\nloss: 14.5 percent lost\n---\nText.[^1]\n\n```\nlost 14.5 percent\n```\n\n[^1]: report: “lost 14.5 percent”';
    expect(isFact(hidden, loss)).toBe(false);
  });

  it('accuses a sentence, unless its paragraph puts it right or the number lacks its unit', () => {
    const trap: Expectation = {
      words: ['hosting'],
      numbers: [{ value: 9.8, unit: 'USD' }],
      without: { words: ['2023'], numbers: [{ value: 15.2 }] },
    };
    expect(isTrapped('We pay. Hosting costs $9.80.', trap)).toBe(true);
    expect(isTrapped('Hosting costs $9.80. It was so in 2023.', trap)).toBe(false);
    expect(isTrapped('Hosting rose from $9.80 to $15.20.', trap)).toBe(false);
    expect(isTrapped('Hosting is dear. Coffee costs $9.80.', trap)).toBe(false);
    expect(isTrapped('Hosting costs 9.80.', trap)).toBe(false);
  });

  it('sees two values of a contradiction in neighbouring items, but not across sections', () => {
    const contradictions = [
      {
        id: 'c',
        words: ['session'],
        values: [{ value: 398 }, { value: 371 }],
        where: '-',
        right: '-',
      },
    ];
    const named = (paper: string) =>
      scorePapers([paper], { ...empty, contradictions }).contradictions[0]?.hit;
    expect(named('Sessions cancelled:\n\n- review: 398 sessions\n- workbook: 371')).toBe(true);
    expect(named('398 sessions were cancelled.\n\n## Costs\n\nThere were 371 sessions.')).toBe(
      false,
    );
  });

  it('lists figures without a footnote, once each, but no dates, years, names and shown calculations', () => {
    const paper = [
      'We save €75,000 a year. Later, too: €75,000.',
      'On 3 June 2026 contract C1041 ends, the 12th of its kind.',
      'A kilo costs £6.90 / 0.84 = £8.21.',
      'It lost 14.5 percent.[^1] Again 14.5 percent.',
      '[^1]: report: “14.5 percent”',
    ].join('\n\n');
    expect(scorePapers([paper], empty).uncitedFigures).toEqual(['€75,000']);
  });

  it('does not end a sentence at an abbreviation or in a date', () => {
    const wrong: Expectation = {
      words: ['umsatz', 'oktober'],
      numbers: [{ value: 2e6, unit: 'EUR' }],
    };
    const trap = { id: 'trap', example: '-', right: '-', where: '-', wrong: [wrong] };
    const score = scorePapers(['Der Umsatz lag am 27. Oktober bei 2 Mio. Euro.'], {
      ...empty,
      language: 'de',
      traps: [trap],
    });
    expect(score.traps[0]?.hit).toBe(true);
  });
});
