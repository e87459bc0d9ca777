import type { CaseGroup } from './case-group.ts';

/** Growth a year over several years: 16 to 25 in two years is 25 %, 200 to 292.8 in four 10 %. */
export const compoundGrowthCases: CaseGroup[] = [
  {
    language: 'en',
    sources: ['The market grew from EUR 200 million in 2020 to EUR 292.8 million in 2024.'],
    right: [
      'The market expanded by 10 percent a year.',
      'The market has a CAGR of 10.0 percent.',
      'Annual growth averaged 10.0 percent between 2020 and 2024.',
      'The compound annual growth rate is 10.0 %.',
      'On an annual basis, that is growth of 10.0 percent.',
      'Year on year, the market gained 10.0 percent on average.',
      'The market put on 10.0 percent annually over four years.',
      'The market has grown at a yearly rate of 10.0 percent.',
      'The market grew by 10.0 percent each year.',
      'The market grew at 10.0 percent p.a.',
    ],
    wrong: [
      'The market expanded by 12 percent a year.',
      'The market has a CAGR of 11.6 percent.',
      'The market shrank by 10.0 percent a year.',
      'The market grew by 10.0 percent in four years.',
    ],
  },
  {
    language: 'en',
    sources: ['In 2019 the museum had 80,000 visitors.', 'In 2024 it had 47,239 visitors.'],
    right: [
      'Since 2019 visitor numbers have fallen by 10.0 percent a year.',
      'The museum lost an average of 10.0 percent of its visitors every year.',
      'Over five years, attendance shrank at a compound rate of 10.0 percent.',
      'Attendance fell 10.0 percent a year.',
    ],
    wrong: [
      'Since 2019 visitor numbers have fallen by 8.2 percent a year.',
      'Visitor numbers rose by 10.0 percent a year.',
    ],
  },
  {
    language: 'en',
    sources: ['Year | Units\n2020 | 2,000\n2021 | 2,300\n2022 | 2,200\n2023 | 2,700\n2024 | 2,928'],
    right: [],
    wrong: ['From 2020 to 2024 units grew by 13.0 percent a year.'],
  },
  {
    language: 'de',
    sources: ['Der Markt wuchs von 200 Mio. € im Jahr 2020 auf 292,8 Mio. € im Jahr 2024.'],
    right: [
      'Das Wachstum lag bei 10,0 % p. a.',
      'Der Markt legte Jahr für Jahr um 10,0 % zu.',
      'Die jährliche Wachstumsrate betrug 10,0 %.',
      'Der Markt wuchs durchschnittlich um 10,0 % jährlich.',
      'Im Mittel wuchs der Markt um 10,0 % jedes Jahr.',
      'Das entspricht einem jährlichen Plus von 10,0 %.',
      'Die CAGR liegt bei 10,0 %.',
      'Der Markt legte pro Jahr 10,0 % zu.',
    ],
    wrong: [
      'Das Wachstum lag bei 12,0 % p. a.',
      'Die jährliche Wachstumsrate betrug 11,6 %.',
      'Der Markt schrumpfte um 10,0 % pro Jahr.',
    ],
  },
  {
    language: 'fr',
    sources: ['Le marché est passé de 200 M€ en 2020 à 292,8 M€ en 2024.'],
    right: [
      'Le marché progresse de 10,0 % par an.',
      'La croissance annuelle moyenne est de 10,0 %.',
      'Le TCAM atteint 10,0 %.',
      'Le marché a gagné 10,0 % chaque année.',
      'Le rythme annuel de croissance est de 10,0 %.',
      'Le marché a crû de 10,0 % l’an.',
    ],
    wrong: [
      'Le marché progresse de 12,0 % par an.',
      'La croissance annuelle moyenne est de 11,6 %.',
      'Le marché recule de 10,0 % par an.',
    ],
  },
  {
    language: 'es',
    sources: ['El mercado pasó de 200 M€ en 2020 a 292,8 M€ en 2024.'],
    right: [
      'El mercado crece un 10,0 % anual.',
      'El crecimiento medio anual es del 10,0 %.',
      'La TCCA es del 10,0 %.',
      'El mercado ganó un 10,0 % cada año.',
      'El mercado avanzó a un ritmo del 10,0 % al año.',
      'La tasa anual compuesta fue del 10,0 %.',
    ],
    wrong: ['El mercado crece un 12,0 % anual.', 'El crecimiento medio anual es del 11,6 %.'],
  },
  {
    language: 'ja',
    sources: ['市場規模は2020年の200億円から2024年の292.8億円に拡大した。'],
    right: [
      '市場は年平均10.0%で成長した。',
      '市場の年平均成長率は10.0%である。',
      '市場は年率10.0%で拡大している。',
      '4年間の年平均伸び率は10.0%である。',
      '市場は毎年10.0%ずつ伸びた。',
      'CAGRは10.0%である。',
      '市場は1年当たり10.0%成長した。',
    ],
    wrong: ['市場は年平均12.0%で成長した。', 'CAGRは11.6%である。', '市場は年率10.0%で縮小している。'],
  },
];
