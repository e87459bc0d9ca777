import type { CaseGroup } from './case-group.ts';

/** Margins: revenue less cost, and profit in percent of revenue. */
export const marginCases: CaseGroup[] = [
  {
    language: 'en',
    sources: ['Revenue was USD 640 million and EBIT USD 80 million.', 'Cost of goods sold was USD 384 million.'],
    right: [
      'The EBIT margin was 12.5 percent.',
      'EBIT equals 12.5 percent of revenue.',
      'The company keeps 12.5 cents of each dollar it sells.',
      'Gross margin is 40 percent.',
      'Out of each dollar of revenue, 12.5 cents are left as EBIT.',
      'Return on sales reached 12.5 percent.',
      'The company turns 12.5 % of its revenue into profit.',

      'For every USD 100 of revenue, the company earns USD 12.50.',
    ],
    wrong: [
      'The EBIT margin was 15.5 percent.',
      'Gross margin is 45 percent.',
      'The company keeps 21.5 cents of each dollar it sells.',
      'The EBIT margin was 25 percent.',
      'EBIT equals 14 percent of revenue.',
      'The gross margin is 60 percent.',
    ],
  },
  {
    language: 'en',
    sources: ['A jar sells for EUR 8.00 and costs EUR 5.20 to make.'],
    right: [
      'The margin on a jar is 35 percent.',
      'A jar leaves EUR 2.80.',
      'Each jar contributes EUR 2.80.',
      'The maker earns 35 percent on a jar.',
      'Production eats up 65 percent of the price.',
      'The profit on a jar is EUR 2.80.',
    ],
    wrong: ['The margin on a jar is 45 percent.', 'A jar leaves EUR 3.80.', 'The margin on a jar is 65 percent.'],
  },
  {
    language: 'de',
    sources: ['Der Umsatz lag bei 640 Mio. €, das EBIT bei 80 Mio. €.', 'Der Materialaufwand betrug 384 Mio. €.'],
    right: [
      'Die EBIT-Marge betrug 12,5 %.',
      'Von 100 Euro Umsatz bleiben 12,50 Euro.',
      'Das EBIT entspricht 12,5 % des Umsatzes.',
      'Je Euro Umsatz verdient das Haus 12,5 Cent.',
      'Die Rohmarge liegt bei 40 %.',
      'Die Umsatzrendite erreichte 12,5 Prozent.',
      'Von jedem umgesetzten Euro bleiben 12,5 Cent.',
    ],
    wrong: [
      'Die EBIT-Marge betrug 15,5 %.',
      'Je Euro Umsatz verdient das Haus 21,5 Cent.',
      'Die Rohmarge liegt bei 45 %.',
    ],
  },
  {
    language: 'fr',
    sources: [
      'Le chiffre d’affaires atteint 640 M€ et le résultat opérationnel 80 M€.',
      'Les achats se montent à 384 M€.',
    ],
    right: [
      'La marge opérationnelle est de 12,5 %.',
      'Le résultat opérationnel pèse 12,5 % du chiffre d’affaires.',
      'Sur 100 € vendus, il reste 12,50 €.',
      'Chaque euro vendu laisse 12,5 centimes.',
      'Le taux de marge brute ressort à 40 %.',
      'Pour 100 euros de ventes, l’entreprise gagne 12,50 euros.',
    ],
    wrong: [
      'La marge opérationnelle est de 15,5 %.',
      'Chaque euro vendu laisse 21,5 centimes.',
      'Le taux de marge brute ressort à 45 %.',
    ],
  },
  {
    language: 'es',
    sources: ['Los ingresos fueron de 640 M€ y el EBIT de 80 M€.', 'Las compras sumaron 384 M€.'],
    right: [
      'El margen EBIT fue del 12,5 %.',
      'El EBIT equivale al 12,5 % de los ingresos.',
      'De cada 100 euros ingresados quedan 12,50 euros.',
      'Por cada euro vendido quedan 12,5 céntimos.',
      'El margen bruto es del 40 %.',
      'De cada euro de ingresos se quedan 12,5 céntimos.',
    ],
    wrong: [
      'El margen EBIT fue del 15,5 %.',
      'Por cada euro vendido quedan 21,5 céntimos.',
      'El margen bruto es del 45 %.',
    ],
  },
  {
    language: 'ja',
    sources: ['売上高は640億円、営業利益は80億円だった。', '売上原価は384億円である。'],
    right: [
      '営業利益率は12.5%である。',
      '売上高100円当たり12.5円の営業利益が残る。',
      '営業利益は売上高の12.5%に当たる。',
      '売上総利益率は40%である。',
      '粗利率は40％となる。',
      '売上100円に対して利益は12.5円である。',
    ],
    wrong: ['営業利益率は15.5%である。', '売上高100円当たり21.5円の営業利益が残る。', '粗利率は45％となる。'],
  },
];
