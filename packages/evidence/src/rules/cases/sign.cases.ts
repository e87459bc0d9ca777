import type { Language } from '@ecp/language/language';
import type { RuleCase } from './rule-case.ts';

type Line = [claim: string, source: string, state: RuleCase['state']];
const [good, wrong] = ['verified', 'unsupported'] as const;
const en: Line[] = [
  ['The trading result was 62 thousand pounds.', 'The trading result was −62 thousand pounds.', wrong],
  ['The trading result was plus 62 thousand pounds.', 'The trading result was -62 thousand pounds.', wrong],
  ['The trading result was GBP 62 thousand.', 'The trading result was -GBP 62 thousand.', wrong],
  ['The trading result was $62 thousand.', 'The trading result was $(62) thousand.', wrong],
  ['The trading result was -62 thousand pounds.', 'The trading result was minus 62 thousand pounds.', good],
  ['The club made a loss of 62 thousand pounds.', 'The trading result was −62 thousand pounds.', good],
  ['The club made a profit of 62 thousand pounds.', 'The trading result was −62 thousand pounds.', wrong],
  ['The club made a profit of 62 thousand pounds.', 'The club made a loss of 62 thousand pounds.', wrong],
  ['The trading result was -62 thousand pounds.', 'The trading result was 62 thousand pounds.', wrong],
  ['Net debt was 90 thousand pounds.', 'Net cash was minus 90 thousand pounds.', good],
  ['Rents grew by 2.4 %.', 'Growth of rents was -2.4 %.', wrong],
  ['Rents fell by 2.4 %.', 'Growth of rents was -2.4 %.', good],
  ['Growth of rents was -2.4 %.', 'Rents shrank by 2.4 %.', good],
  ['Rents fell by 2.4 %.', 'Rents: +2.4 %.', wrong],
  ['Fees rose 4 %, and rents rose 2 %.', 'Fees +4 %, rents -2 %.', wrong],
  ['The club runs 14 halls, 3 of them abroad.', 'The club runs 14 halls (3 abroad).', good],
  ['The hall seats 40–50 people.', 'The hall seats 40-50 people.', good],
  [
    'The club lost 20 thousand pounds, then earned 50 thousand.',
    'After a loss of 20 thousand pounds, profit was 50 thousand.',
    good,
  ],
];
const de: Line[] = [
  ['Das Ergebnis betrug 62 Tausend Euro.', 'Das Ergebnis betrug minus 62 Tausend Euro.', wrong],
  ['Der Fehlbetrag betrug 62 Tausend Euro.', 'Das Ergebnis betrug −62 Tausend Euro.', good],
  ['Der Überschuss betrug 62 Tausend Euro.', 'Der Fehlbetrag betrug 62 Tausend Euro.', wrong],
  ['Die Mieten stiegen 2024 um 2,4 %.', 'Das Wachstum der Mieten betrug 2024 -2,4 %.', wrong],
];
const fr: Line[] = [
  ['Le bénéfice est de 62 000 euros.', 'Le résultat est de −62 000 euros.', wrong],
  ['La perte est de 62 000 euros.', 'Le résultat est de −62 000 euros.', good],
  ['Au moins 300 membres sont partis.', 'Au moins 300 membres sont partis.', good],
];
const es: Line[] = [
  ['El resultado es de 62 000 euros.', 'El resultado es de menos 62 000 euros.', wrong],
  ['La pérdida es de 62 000 euros.', 'El resultado es de −62 000 euros.', good],
  ['El club tuvo un beneficio de 62 mil euros.', 'El club tuvo una pérdida de 62 mil euros.', wrong],
];
const ja: Line[] = [
  ['営業利益は6億円だった。', '営業損益は▲6億円だった。', wrong],
  ['営業損失は6億円だった。', '営業損益は△6億円だった。', good],
  ['純利益は6億円だった。', '純損失は6億円だった。', wrong],
];

const accounts = [
  'GBP thousand | 2024 | 2025',
  'Trading result | 240 | (610)',
  'Cash flow | 130 | -380',
  'Rents paid | (70) | (80)',
  'Standard error (%) | (0.3) | (0.4)',
  'Net loss | 15 | 25',
  'Balance | 12 | 45-',
].join('\n');
const cells: [row: number, claim: string, state: RuleCase['state']][] = [
  [1, 'The trading result was GBP 0.61 million in 2025.', wrong],
  [1, 'The trading profit was GBP 610 thousand in 2025.', wrong],
  [1, 'The trading loss was GBP 610 thousand in 2025.', good],
  [1, 'The trading result was GBP 240 thousand in 2024.', good],
  [2, 'Cash flow was positive at GBP 380 thousand in 2025.', wrong],
  [2, 'Cash flow was GBP -380 thousand in 2025.', good],
  [3, 'The club paid rents of GBP 80 thousand in 2025.', good],
  [4, 'The standard error was 0.4 % in 2025.', good],
  [5, 'The net profit was GBP 25 thousand in 2025.', wrong],
  [5, 'The net loss was GBP 25 thousand in 2025.', good],
  [6, 'The balance was GBP 45 thousand in 2025.', wrong],
];

/** The sign of a figure, written or told by words for a loss or a profit, in texts and tables. */
export const signCases: RuleCase[] = [
  ...Object.entries({ en, de, fr, es, ja }).flatMap(([language, lines]) =>
    lines.map(([claim, source, state]) => ({ claim, source, state, language: language as Language })),
  ),
  ...cells.map(([row, claim, state]) => ({ source: accounts, claim, state, quote: accounts.split('\n')[row] ?? '' })),
];
