import type { CaseGroup } from './case-group.ts';

/** A figure in another scale, of a source that names a second period which is not that of the figure. */
export const statedPeriodCases: CaseGroup[] = [
  {
    language: 'en',
    sources: ['Revenue for 2024 was EUR 36.4 million (2023: EUR 33.1 million).'],
    right: ['Revenue in 2024 was EUR 36,400 thousand.', 'In 2023 revenue was EUR 33.1 million.'],
    wrong: ['Revenue in 2023 was EUR 36.4 million.'],
  },
  {
    language: 'en',
    sources: ['FY24 revenue: €36.4m'],
    right: ['Revenue in 2024 was EUR 36,400 thousand.'],
    wrong: ['Revenue in 2022 was EUR 36.4 million.'],
  },
  {
    language: 'en',
    sources: ['The hall is rented for EUR 2,400 a month.'],
    right: ['Over a five-year lease the rent totals EUR 144,000.'],
    wrong: ['The hall costs EUR 24,000 a year.'],
  },
  {
    language: 'de',
    sources: ['Im Geschäftsjahr 2023/24 lag der Umsatz bei 36,4 Mio. €.'],
    right: ['Der Umsatz 2024 entspricht 36.400 Tsd. €.', '2024 setzte das Haus 36,4 Mio. € um.'],
    wrong: ['2022 setzte das Haus 36,4 Mio. € um.'],
  },
  {
    language: 'de',
    sources: ['2024 lag der Umsatz bei 36,4 Mio. € (2023: 33,1 Mio. €).'],
    right: ['Der Umsatz 2024 entspricht 36.400 Tsd. €.'],
    wrong: ['2023 setzte das Haus 36,4 Mio. € um.'],
  },
  {
    language: 'de',
    sources: ['Der Markt wuchs von 200 Mio. € im Jahr 2020 auf 292,8 Mio. € im Jahr 2024.'],
    right: ['Im Jahresdurchschnitt wuchs der Markt um 10,0 %.', 'Das entspricht im Jahresmittel 10,0 %.'],
    wrong: ['Im Jahresdurchschnitt wuchs der Markt um 11,6 %.'],
  },
  {
    language: 'ja',
    sources: ['1食の価格は1,200円、原価は420円である。'],
    right: ['1食の粗利率は65%である。'],
    wrong: ['粗利率は35%である。'],
  },
];
