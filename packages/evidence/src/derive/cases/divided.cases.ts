import type { CaseGroup } from './case-group.ts';

/** Figures of one thing that are told by "of", "on a" or a division, and a few more forms of ratios and roundings. */
export const dividedCases: CaseGroup[] = [
  {
    language: 'en',
    sources: ['The cooperative has 48 farms. It delivered 12,480 tonnes of milk.'],
    right: ['Every farm delivered 260 tonnes of milk.', 'Per farm, 260 tonnes of milk were delivered.'],
    wrong: ['Every farm delivered 310 tonnes of milk.'],
  },
  {
    language: 'en',
    sources: ['Staff costs came to EUR 24.6 million.', 'The trust employed 412 people.'],
    right: [
      'Divided by the headcount, staff costs are about EUR 60 thousand.',
      'Spread over the workforce, staff costs are about EUR 60 thousand a person.',
    ],
    wrong: ['Divided by the headcount, staff costs are about EUR 72 thousand.'],
  },
  {
    language: 'en',
    sources: ['Net sales came to DKK 4,812 million in 2024.', 'The group runs 412 shops.'],
    right: ['Monthly sales per shop are DKK 973,000.', 'Weekly sales per shop are DKK 225,000.'],
    wrong: ['Monthly sales per shop are DKK 937,000.', 'Weekly sales per shop are DKK 252,000.'],
  },
  {
    language: 'de',
    sources: ['Die Klinik hat 120 Betten und 96 Pflegekräfte.'],
    right: ['Auf ein Bett kommen 0,8 Pflegekräfte.', '0,8 Pflegekräfte kommen auf ein Bett.'],
    wrong: ['Auf ein Bett kommen 1,4 Pflegekräfte.'],
  },
  {
    language: 'de',
    sources: ['Der Personalaufwand betrug 24,6 Mio. €.', 'Ende 2024 arbeiteten 412 Menschen im Haus.'],
    right: ['Umgerechnet kostet eine Stelle 60 Tsd. €.', 'Auf den Einzelnen gerechnet sind es 60 Tsd. €.'],
    wrong: ['Umgerechnet kostet eine Stelle 75 Tsd. €.'],
  },
  {
    language: 'es',
    sources: ['El gasto de personal fue de 24,6 millones de euros.', 'Trabajan 412 personas.'],
    right: ['Repartido entre la plantilla, son 60 mil euros.'],
    wrong: ['Repartido entre la plantilla, son 75 mil euros.'],
  },
  {
    language: 'fr',
    sources: ['Musée | Entrées | Recettes (k€)\nArt moderne | 148 200 | 1 334\nTextile | 41 900 | 251'],
    right: ['Il faudrait 3,5 Textile pour faire un Art moderne en entrées.'],
    wrong: ['Il faudrait 4,8 Textile pour faire un Art moderne en entrées.'],
  },
  {
    language: 'ja',
    sources: ['項目 | 金額（千円）\n家賃 | 12,600\n人件費 | 84,300'],
    right: ['家賃は1,260万円である。', '人件費は84.3百万円である。'],
    wrong: ['家賃は126万円である。', '人件費は1,260万円である。'],
  },
];
