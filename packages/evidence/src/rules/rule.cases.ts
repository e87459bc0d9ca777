import type { CitationState } from '@ecp/contract/values/citations';
import type { Language } from '@ecp/language/language';

/** A claim that cites a source by its whole text, or by `quote`, and the state that the check gives without a judge. */
export interface RuleCase {
  source: string;
  claim: string;
  quote?: string;
  language?: Language;
  state: CitationState;
}

const sales = 'Net sales came to DKK 4,812 million in 2024, against DKK 4,655 million in 2023.';
const table = 'Shop | Sales (EUR 000) | Staff\nHarbour | 8,900 | 12\nMill | 2,225 | 5\nTotal | 11,125 | 17';

/** Cases of each rule: what it catches, and what stands beside it and is right. */
export const ruleCases: Record<string, RuleCase[]> = {
  'derived figures': [
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
  ],
  'unit and scale': [
    { source: sales, claim: 'Net sales came to EUR 4,812 million in 2024.', state: 'unsupported' },
    { source: sales, claim: 'Net sales came to DKK 4.812 billion in 2024.', state: 'verified' },
    { source: 'We pay 4,700 euros a month in rent.', claim: 'The rent is 4,700 euros a week.', state: 'unsupported' },
    { source: 'The plant used 4.2 GWh.', claim: 'The plant used 4,200 MWh.', state: 'verified' },
  ],
  'percent and points': [
    {
      source: 'The margin rose from 4.1 percent to 6.3 percent.',
      claim: 'The margin rose by 2.2 percent.',
      state: 'altered',
    },
    {
      source: 'The margin rose from 4.1 percent to 6.3 percent.',
      claim: 'The margin rose by 2.2 percentage points.',
      state: 'computed',
    },
    { source: 'The share rose by 3 percentage points.', claim: 'The share rose by 3 percent.', state: 'unsupported' },
  ],
  direction: [
    { source: 'Sales rose by 3.4 percent.', claim: 'Sales fell by 3.4 percent.', state: 'unsupported' },
    {
      source: 'Les ventes ont augmenté de 3,4 %.',
      claim: 'Les ventes ont baissé de 3,4 %.',
      language: 'fr',
      state: 'unsupported',
    },
  ],
  period: [{ source: sales, claim: 'Net sales came to DKK 4,812 million in 2023.', state: 'unsupported' }],
  negation: [
    {
      source: 'The group did not close any shops during the year.',
      claim: 'The group closed shops during the year.',
      state: 'unsupported',
    },
    {
      source: 'Die Gruppe hat im Jahr keine Läden geschlossen.',
      claim: 'Die Gruppe hat im Jahr Läden geschlossen.',
      language: 'de',
      state: 'unsupported',
    },
    { source: 'No fare above €4, and no ticket for dogs.', claim: 'The limit is €4.', state: 'verified' },
    {
      source: 'The office took 310 calls. It does not note their origin.',
      claim: 'Their origin is not known: the office took 310 calls.',
      state: 'verified',
    },
    { source: 'The board does not accept new debt.', claim: 'The board rules out new debt.', state: 'verified' },
  ],
  scope: [
    {
      source: 'Some shops run out of bread before noon.',
      claim: 'All shops run out of bread before noon.',
      state: 'unsupported',
    },
    {
      source: 'Algunas tiendas se quedan sin pan.',
      claim: 'Todas las tiendas se quedan sin pan.',
      language: 'es',
      state: 'unsupported',
    },
  ],
  modality: [
    { source: 'The board may pay a dividend.', claim: 'The board pays a dividend.', state: 'unsupported' },
    { source: 'A shuttle would cost €210 a day.', claim: 'A shuttle costs €210 a day.', state: 'verified' },
    { source: 'The board may pay a dividend.', claim: 'A dividend is possible.', state: 'verified' },
  ],
  comparison: [
    {
      source: 'Danes spend more on bread than Swedes.',
      claim: 'Swedes spend more on bread than Danes.',
      state: 'unsupported',
    },
    {
      source: 'Danes spend more on bread than Swedes.',
      claim: 'Swedes spend less on bread than Danes.',
      state: 'verified',
    },
  ],
  cause: [
    {
      source: 'Energy use went down while new ovens were installed.',
      claim: 'Energy use went down because new ovens were installed.',
      state: 'unsupported',
    },
  ],
  'row and column': [
    { source: table, claim: 'Mill sold for EUR 8,900 thousand.', quote: 'Harbour | 8,900 | 12', state: 'unsupported' },
    { source: table, claim: 'Harbour sold for EUR 8,900 thousand.', quote: 'Harbour | 8,900 | 12', state: 'verified' },
    { source: table, claim: 'Harbour has sales of 12.', quote: 'Harbour | 8,900 | 12', state: 'unsupported' },
  ],
  ranking: [
    {
      source: table,
      claim: 'Mill has the highest sales, EUR 2,225 thousand.',
      quote: 'Mill | 2,225 | 5',
      state: 'unsupported',
    },
  ],
  'a part told as the total': [
    {
      source: 'The board approved 2.1 million for ovens and 2.8 million for delivery.',
      claim: 'In all, the board approved 2.8 million.',
      state: 'altered',
    },
    {
      source: 'The board approved 2.1 million for ovens and 2.8 million for delivery.',
      claim: 'In all, the board approved 4.9 million.',
      state: 'computed',
    },
  ],
};
