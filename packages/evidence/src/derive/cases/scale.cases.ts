import type { CaseGroup } from './case-group.ts';

/** The same amount in another scale or unit of one dimension. */
export const scaleCases: CaseGroup[] = [
  {
    language: 'en',
    sources: ['Capital expenditure for the fibre roll-out came to EUR 36.4 million in 2024.'],
    right: [
      'In 2024 the roll-out absorbed EUR 36,400 thousand.',
      'Capital expenditure was €36.4m.',
      'The operator invested 36,400,000 euros in fibre.',
      'The operator put EUR 0.0364 billion into fibre.',
      'Capex for fibre amounted to €36,400k in 2024.',
      'Put in thousands, fibre took EUR 36,400 thousand in 2024.',
    ],
    wrong: [
      'In 2024 the roll-out absorbed EUR 3,640 thousand.',
      'Capital expenditure was €36.4bn.',
      'The operator invested 364,000 euros in fibre.',
    ],
  },
  {
    language: 'en',
    sources: ['The kiln consumed 8,350 MWh of gas and 1,240 tonnes of clay; each firing takes 90 minutes.'],
    right: [
      'The kiln burned 8.35 GWh of gas.',
      'That is 8.35 million kWh of gas.',
      'The kiln used 1,240,000 kg of clay.',
      'The kiln used 1.24 million kilograms of clay.',
      'A firing lasts 1.5 hours.',

      'The kiln took in 1.24 kilotonnes of clay.',
    ],
    wrong: [
      'The kiln burned 83.5 GWh of gas.',
      'The kiln used 124,000 kg of clay.',
      'A firing lasts 2.5 hours.',
      'That is 83.5 million kWh of gas.',
    ],
  },
  {
    language: 'en',
    sources: ['Division | Revenue (USD 000) | Members\nGyms | 12,480 | 21,300\nPools | 3,120 | 8,700'],
    right: [
      'Gyms brought in USD 12.48 million.',
      'The pools earned $3.12 million.',
      'Pools had revenue of USD 3,120,000.',
      'Gyms took about USD 12.5 million.',
      'Gyms have 21.3 thousand members.',
    ],
    wrong: ['Gyms brought in USD 124.8 million.', 'The pools earned $312 thousand.', 'Gyms have 213 thousand members.'],
  },
  {
    language: 'en',
    sources: ['The fund manages USD 2.75 billion for 640,000 members.'],
    right: [
      'The fund manages USD 2,750 million.',
      'It looks after 0.64 million members.',
      'The fund has $2,750m under management.',
    ],
    wrong: ['The fund manages USD 275 million.', 'It looks after 6.4 million members.', 'The fund has $27.5m.'],
  },
  {
    language: 'de',
    sources: ['Die Investitionen in die Kläranlage beliefen sich 2024 auf 36,4 Mio. €.'],
    right: [
      'In die Kläranlage flossen 36.400 Tsd. €.',
      'Das sind 36.400.000 Euro.',
      'Für die Kläranlage wurden 36.400 TEUR ausgegeben.',
      'Der Verband investierte 36.400 T€.',

      'Die Kläranlage kostete 0,0364 Mrd. €.',
      'Der Verband investierte 36.400 Tausend Euro.',
    ],
    wrong: [
      'In die Kläranlage flossen 3.640 Tsd. €.',
      'Das sind 364.000 Euro.',
      'Der Verband investierte 36,4 Mrd. €.',
    ],
  },
  {
    language: 'de',
    sources: ['Die Flotte fuhr 4.350.000 km, verbrauchte 1.260 Tonnen Diesel und stand im Schnitt 45 Minuten.'],
    right: [
      'Die Flotte legte 4,35 Mio. Kilometer zurück.',
      'Der Verbrauch lag bei 1.260.000 kg Diesel.',
      'Der Verbrauch lag bei 1,26 Mio. Kilogramm Diesel.',
      'Die Fahrzeuge standen im Schnitt eine Dreiviertelstunde.',
      'Die Fahrzeuge standen im Schnitt 0,75 Stunden.',
      'Die Flotte fuhr 4.350 Tausend Kilometer.',
    ],
    wrong: [
      'Die Flotte legte 43,5 Mio. Kilometer zurück.',
      'Der Verbrauch lag bei 126.000 kg Diesel.',
      'Die Fahrzeuge standen im Schnitt 0,5 Stunden.',
    ],
  },
  {
    language: 'de',
    sources: ['Sparte | Umsatz (Tsd. CHF) | Gäste\nHotel | 8.460 | 31.200\nBahn | 2.750 | 96.400'],
    right: [
      'Das Hotel setzt 8,46 Mio. CHF um.',
      'Die Bahn erlöst 2,75 Mio. Franken.',
      'Die Bahn erlöst 2.750.000 Franken.',
      'Die Bahn zählt 96,4 Tausend Gäste.',
    ],
    wrong: ['Das Hotel setzt 84,6 Mio. CHF um.', 'Die Bahn erlöst 275 Tsd. Franken.'],
  },
  {
    language: 'fr',
    sources: ['Les investissements dans le réseau ont atteint 36,4 millions d’euros en 2024.'],
    right: [
      'Le réseau a absorbé 36 400 k€.',
      'Cela représente 36 400 milliers d’euros.',
      'L’opérateur a investi 36,4 M€ en 2024.',
      'L’opérateur a investi 36 400 000 euros.',
      'Soit 0,0364 milliard d’euros pour le réseau.',
    ],
    wrong: ['Le réseau a absorbé 3 640 k€.', 'L’opérateur a investi 36,4 Md€.', 'L’opérateur a investi 364 000 euros.'],
  },
  {
    language: 'fr',
    sources: ['L’usine a consommé 8 350 MWh et 1 240 tonnes de farine ; un cycle dure 90 minutes.'],
    right: [
      'L’usine a consommé 8,35 GWh.',
      'Elle a utilisé 1 240 000 kg de farine.',
      'Elle a utilisé 1,24 million de kilos de farine.',
      'Un cycle dure 1,5 heure.',
      'Un cycle dure une heure et demie.',
      'L’usine a consommé 8,35 millions de kWh.',
    ],
    wrong: ['L’usine a consommé 83,5 GWh.', 'Elle a utilisé 124 000 kg de farine.', 'Un cycle dure 2,5 heures.'],
  },
  {
    language: 'es',
    sources: [
      'Las inversiones en la red alcanzaron 36,4 millones de euros en 2024; la deuda es de 2.750 millones de euros.',
    ],
    right: [
      'La red absorbió 36.400 miles de euros.',
      'Se invirtieron 36,4 M€ en la red.',
      'La empresa invirtió 36.400.000 euros en la red.',
      'La deuda equivale a 2,75 miles de millones de euros.',

      'La red absorbió 36.400 k€.',
    ],
    wrong: ['La red absorbió 3.640 miles de euros.', 'La deuda equivale a 27,5 miles de millones de euros.'],
  },
  {
    language: 'es',
    sources: ['La planta consumió 8.350 MWh y 1.240 toneladas de arcilla; cada ciclo dura 90 minutos.'],
    right: [
      'La planta consumió 8,35 GWh.',
      'La planta utilizó 1.240.000 kg de arcilla.',
      'La planta utilizó 1,24 millones de kilos de arcilla.',
      'Cada ciclo dura 1,5 horas.',
      'Cada ciclo dura una hora y media.',
      'Eso son 8,35 millones de kWh.',
    ],
    wrong: ['La planta consumió 83,5 GWh.', 'La planta utilizó 124.000 kg de arcilla.', 'Cada ciclo dura 2,5 horas.'],
  },
  {
    language: 'ja',
    sources: ['2024年の設備投資は36億4000万円で、会員は64万人だった。'],
    right: [
      '2024年の設備投資は3,640百万円である。',
      '設備投資額は36.4億円に達した。',
      '設備投資は36億4,000万円だった。',
      '会員数は640千人である。',
      '会員は640,000人いる。',
      '設備投資は3,640,000千円である。',
    ],
    wrong: ['2024年の設備投資は364百万円である。', '設備投資額は364億円に達した。', '会員数は64千人である。'],
  },
  {
    language: 'ja',
    sources: ['事業 | 売上高（百万円） | 来客数（千人）\nホテル | 8,460 | 312\n温泉 | 2,750 | 96'],
    right: [
      'ホテルの売上高は84.6億円である。',
      '温泉の売上高は27億5000万円だった。',
      'ホテルの来客数は31万2000人である。',
      '温泉の来客数は9.6万人である。',
    ],
    wrong: ['ホテルの売上高は8.46億円である。', '温泉の売上高は275億円だった。', '温泉の来客数は96万人である。'],
  },
];
