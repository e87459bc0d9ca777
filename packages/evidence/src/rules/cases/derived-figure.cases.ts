import { type RuleCase, sales, table } from './rule-case.ts';

/** Figures that follow from cited ones, and figures that do not. */
export const derivedFigureCases: RuleCase[] = [
  {
    source: sales,
    claim: 'Sales grew by 3.4 percent, from DKK 4,655 million to DKK 4,812 million.',
    state: 'computed',
  },
  { source: sales, claim: 'Sales grew by 5.1 percent in 2024.', state: 'altered' },
  { source: sales, claim: 'Sales were DKK 157 million higher than the year before.', state: 'computed' },
  {
    source: 'Of 118 subscribers, 41 would pay more.',
    claim: '35 % of subscribers would pay more.',
    state: 'computed',
  },
  {
    source: 'Die Miete beträgt 4.700 € im Monat.',
    claim: 'Im Jahr kostet die Miete 56.400 €.',
    language: 'de',
    state: 'computed',
  },
  { source: table, claim: 'Harbour sells 4 times as much as Mill.', state: 'computed' },
  { source: table, claim: 'Mill sells 4 times as much as Harbour.', state: 'altered' },
];
