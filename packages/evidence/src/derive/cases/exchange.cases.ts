import type { CaseGroup } from './case-group.ts';

/** An amount in another currency, at a rate that a source gives. */
export const exchangeCases: CaseGroup[] = [
  {
    language: 'en',
    sources: ['The turbine costs USD 84,000.', 'One euro buys USD 1.05.'],
    right: [
      'In euros, the turbine costs EUR 80,000.',
      'The turbine would cost EUR 80,000 at that rate.',
      'The turbine is priced at USD 84,000, or EUR 80,000.',
      'At 1.05 dollars to the euro, the turbine costs €80,000.',
      'That is the equivalent of €80,000.',
    ],
    wrong: ['In euros, the turbine costs EUR 88,200.', 'The turbine would cost EUR 82,000 at that rate.'],
  },
  {
    language: 'en',
    sources: ['A ticket costs 780 kroner.', 'On the reference day 1 euro was worth 7.8 kroner.'],
    right: ['A ticket costs EUR 100.', 'For a euro guest, a ticket comes to €100.', 'A ticket is worth 100 euros.'],
    wrong: ['A ticket costs EUR 110.', 'A ticket costs EUR 6,084.'],
  },
  {
    language: 'en',
    sources: ['The plot is offered for CHF 2.5 million.', 'The franc stood at EUR 1.04.'],
    right: [
      'The plot is offered for EUR 2.6 million.',
      'Converted, the asking price is about €2.6m.',
      'In euros the plot costs 2,600,000.',
    ],
    wrong: ['The plot is offered for EUR 2.4 million.', 'The plot is offered for EUR 3.6 million.'],
  },
  {
    language: 'en',
    sources: ['The order is worth USD 50,000.', 'EUR/USD 1.25; EUR/GBP 0.80'],
    right: ['The order is worth EUR 40,000.'],
    wrong: ['The order is worth EUR 62,500.'],
  },
  {
    language: 'de',
    sources: ['Die Presse kostet 84.000 US-Dollar.', 'Der Kurs lag bei 1,05 Dollar je Euro.'],
    right: [
      'In Euro sind das 80.000 €.',
      'Die Presse kostet umgerechnet 80.000 Euro.',
      'Die Presse käme auf 80.000 €.',
      'Zum Tageskurs sind es 80.000 €.',
    ],
    wrong: ['In Euro sind das 88.200 €.', 'Die Presse kostet umgerechnet 82.000 Euro.'],
  },
  {
    language: 'de',
    sources: ['Das Grundstück kostet 2,5 Mio. CHF.', 'Ein Franken kostete 1,04 €.'],
    right: [
      'Das Grundstück kostet 2,6 Mio. €.',
      'In Euro liegt der Preis bei 2.600.000 €.',
      'Das entspricht 2,6 Mio. Euro.',
    ],
    wrong: ['Das Grundstück kostet 2,4 Mio. €.', 'Das entspricht 3,6 Mio. Euro.'],
  },
  {
    language: 'fr',
    sources: ['La presse coûte 84 000 dollars américains.', 'Un euro valait 1,05 dollar.'],
    right: [
      'La presse revient à 80 000 €.',
      'Cela équivaut à 80 000 euros.',
      'Au cours du jour, la presse coûte 80 000 €.',
    ],
    wrong: ['La presse revient à 88 200 €.', 'Cela équivaut à 82 000 euros.'],
  },
  {
    language: 'fr',
    sources: ['Le terrain est proposé à 2,5 millions de francs suisses.', 'Le franc suisse s’échange à 1,04 €.'],
    right: [
      'Le terrain vaut 2,6 millions d’euros.',
      'Converti, le prix est de 2,6 M€.',
      'Le prix demandé est de 2 600 000 €.',
    ],
    wrong: ['Le terrain vaut 2,4 millions d’euros.', 'Converti, le prix est de 3,6 M€.'],
  },
  {
    language: 'es',
    sources: ['La prensa cuesta 84.000 dólares.', 'Un euro equivalía a 1,05 dólares.'],
    right: ['La prensa cuesta 80.000 €.', 'Al cambio son 80.000 euros.', 'En euros, la prensa cuesta 80.000 €.'],
    wrong: ['La prensa cuesta 88.200 €.', 'Al cambio son 82.000 euros.'],
  },
  {
    language: 'es',
    sources: ['El pedido asciende a 360.000 pesos mexicanos.', 'El tipo de cambio era de 18 pesos por dólar.'],
    right: ['El pedido vale USD 20.000.'],
    wrong: ['El pedido equivale a 22.000 dólares.', 'El pedido equivale a 6.480.000 dólares.'],
  },
  {
    language: 'ja',
    sources: ['装置の価格は8万ドルである。', '為替は1ドル150円だった。'],
    right: ['装置の価格は1200万円に相当する。', '円換算で1,200万円である。', '装置は日本円で1200万円になる。'],
    wrong: ['装置の価格は1300万円に相当する。', '円換算で533万円である。'],
  },
  {
    language: 'ja',
    sources: ['売上は4,800万円だった。', '当時の為替レートは1ユーロ＝160円である。'],
    right: ['売上は30万ユーロに相当する。', 'ユーロに直すと売上は30万ユーロになる。', '売上は約30万ユーロである。'],
    wrong: ['売上は40万ユーロに相当する。', '売上は76億8000万ユーロに相当する。'],
  },
];
