import { type RuleCase, sales } from './rule-case.ts';

const ledger = (rows: string[], head = 'Figure | 2024 | 2025') => [head, ...rows].join('\n');
const plant = ledger([
  'Orders (GBP m) | 5.1 | 6.2',
  'Grants ($k) | 40 | 44',
  'Visitors (000) | 310 | 325',
  'Gas (MWh) | 880 | 915',
]);

/** Rows whose label or head names unit and scale: what the row says in that unit, and what only its digits say. */
const labelled: [
  source: string,
  quoted: number,
  claim: string,
  state: RuleCase['state'],
  language?: RuleCase['language'],
][] = [
  [plant, 1, 'Orders came to GBP 6.2 million in 2025.', 'verified'],
  [plant, 1, 'Orders came to £6,200 thousand in 2025.', 'verified'],
  [plant, 1, 'Orders came to GBP 6.2 in 2025.', 'unsupported'],
  [plant, 1, 'Orders came to $6.2 million in 2025.', 'unsupported'],
  [plant, 1, 'Orders came to GBP 6.2 billion in 2025.', 'altered'],
  [plant, 2, 'Grants came to $44 thousand in 2025.', 'verified'],
  [plant, 2, 'Grants came to $44 in 2025.', 'unsupported'],
  [plant, 3, 'The museum had 325,000 visitors in 2025.', 'verified'],
  [plant, 4, 'The plant burned 915 MWh of gas in 2025.', 'verified'],
  [plant, 4, 'The plant burned 0.915 GWh of gas in 2025.', 'verified'],
  [plant, 4, 'The plant burned 915 GWh of gas in 2025.', 'unsupported'],
  [
    'Figure,2024,2025\nOrders (GBP m),5.1,6.2\nGrants ($k),40,44',
    1,
    'Orders came to GBP 6.2 million in 2025.',
    'verified',
  ],
  ['Figure,2024,2025\nOrders (GBP m),5.1,6.2\nGrants ($k),40,44', 2, 'Grants came to $44 in 2025.', 'unsupported'],
  [ledger(['Orders, EUR thousand | 510 | 620']), 1, 'Orders came to EUR 0.62 million in 2025.', 'verified'],
  [ledger(['Orders [£bn] | 5.1 | 6.2']), 1, 'Orders came to £6.2 billion in 2025.', 'verified'],
  [
    ledger(['Orders | EUR m | 5.1 | 6.2'], 'Figure | Unit | 2024 | 2025'),
    1,
    'Orders came to EUR 6.2 million in 2025.',
    'verified',
  ],
  [ledger(['Margin (%) | 8.1 | 9.4'], 'EUR m | 2024 | 2025'), 1, 'The margin was 9.4 % in 2025.', 'verified'],
  [ledger(['Margin (%) | 8.1 | 9.4'], 'EUR m | 2024 | 2025'), 1, 'The margin was EUR 9.4 million in 2025.', 'altered'],
  [ledger(['Staff (number) | 310 | 325'], 'EUR m | 2024 | 2025'), 1, 'There were 325 staff in 2025.', 'verified'],
  [ledger(['Orders (GBP m) | 6.2 | 4.4 %'], 'Figure | 2025 | Change (%)'), 1, 'Orders rose by 4.4 %.', 'verified'],
  [ledger(['Aufträge in Mio. CHF | 5,1 | 6,2']), 1, 'Die Aufträge betrugen 2025 6,2 Mio. CHF.', 'verified', 'de'],
  [ledger(['Aufträge in TEUR | 510 | 620']), 1, 'Die Aufträge betrugen 2025 0,62 Mio. Euro.', 'verified', 'de'],
  [ledger(['Aufträge in Mio. CHF | 5,1 | 6,2']), 1, 'Die Aufträge betrugen 2025 6,2 CHF.', 'unsupported', 'de'],
  [ledger(['Carnet (k€) | 510 | 620']), 1, 'Le carnet était de 0,62 million d’euros en 2025.', 'verified', 'fr'],
  [
    ledger(['Chiffre d’affaires (M€) | 5,1 | 6,2']),
    1,
    'Le chiffre d’affaires était de 6,2 euros en 2025.',
    'unsupported',
    'fr',
  ],
  [
    ledger(['Pedidos (miles de euros) | 510 | 620']),
    1,
    'Los pedidos sumaron 0,62 millones de euros en 2025.',
    'verified',
    'es',
  ],
  [
    ledger(['受注高（百万円） | 510 | 620'], '項目 | 2024年 | 2025年'),
    1,
    '2025年の受注高は6億2000万円だった。',
    'verified',
    'ja',
  ],
  [
    ledger(['受注高（百万円） | 510 | 620'], '項目 | 2024年 | 2025年'),
    1,
    '2025年の受注高は620円だった。',
    'unsupported',
    'ja',
  ],
];

/** Another unit, currency or scale. */
export const unitCases: RuleCase[] = [
  { source: sales, claim: 'Net sales came to EUR 4,812 million in 2024.', state: 'unsupported' },
  { source: sales, claim: 'Net sales came to DKK 4.812 billion in 2024.', state: 'verified' },
  { source: 'We pay 4,700 euros a month in rent.', claim: 'The rent is 4,700 euros a week.', state: 'unsupported' },
  { source: 'The plant used 4.2 GWh.', claim: 'The plant used 4,200 MWh.', state: 'verified' },
  { source: 'The gap is 180 basis points.', claim: 'The gap is 1.8 percentage points.', state: 'verified' },
  { source: 'The gap is 1.8 percentage points.', claim: 'The gap is 180 bps.', state: 'verified' },
  { source: 'The gap is 180 basis points.', claim: 'The gap is 18 percentage points.', state: 'altered' },
  { source: 'The gap is 180 basis points.', claim: 'The gap is 180 percentage points.', state: 'unsupported' },
  {
    source: 'Der Abstand beträgt 180 Basispunkte.',
    claim: 'Der Abstand beträgt 1,8 Prozentpunkte.',
    language: 'de',
    state: 'verified',
  },
  {
    source: 'L’écart est de 180 points de base.',
    claim: 'L’écart est de 1,8 point de pourcentage.',
    language: 'fr',
    state: 'verified',
  },
  ...labelled.map(
    ([source, quoted, claim, state, language]): RuleCase => ({
      ...{ source, claim, state, quote: source.split('\n')[quoted] ?? '' },
      ...(language === undefined ? {} : { language }),
    }),
  ),
];
