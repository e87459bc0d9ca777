import { expect, it } from 'vitest';
import { compareDates, type DateSpan, moveDate, readDates } from './dates.ts';
import type { Language } from './language.ts';

/** Writes what was read: year, months, day, week and weekday. */
function show({ year, until, fiscal, months, day, week, weekday, range }: DateSpan): string {
  const years = `${year ?? '?'}${until === null ? '' : `/${until}`}${fiscal ? 'F' : ''}`;
  const span =
    months === null
      ? ''
      : months[0] === months[1]
        ? `-${months[0]}`
        : `-${months[0]}..${months[1]}`;
  const rest = `${day === null ? '' : `-${day}`}${week === null ? '' : `-w${week}`}${weekday === null ? '' : `(${weekday})`}`;
  return `${years}${span}${rest}${range === null ? '' : '~'}`;
}

const readings: [Language, string, string][] = [
  [
    'en',
    'It matures on 31 March 2027, June 12, 2026 or the 3rd of May.',
    '2027-3-31, 2026-6-12, ?-5-3',
  ],
  [
    'en',
    'On 2026-05-12, 12/06/2027, 25/06/2027 and 2027/06/12',
    '2026-5-12, 2027-12-6, 2027-6-25, 2027-6-12',
  ],
  ['en', 'in July 2019, Sept. 2018, Dec-19, May ’24', '2019-7, 2018-9, 2019-12, 2024-5'],
  [
    'en',
    'Q3 2024, 2024 Q1, 3Q23, H1 2025, third quarter of 2024',
    '2024-7..9, 2024-1..3, 2023-7..9, 2025-1..6, 2024-7..9',
  ],
  [
    'en',
    'FY24, FY2023/24, 2023/24, 2023-24, fiscal 2024',
    '2024F, 2023/2024F, 2023/2024F, 2023/2024F, 2024F',
  ],
  [
    'en',
    'Q2 FY23, FY23 Q2, Q1 of fiscal 2022, third fiscal quarter of 2022, H1 of financial year 2021/22, CY2020',
    '2023F-4..6, 2023F-4..6, 2022F-1..3, 2022F-7..9, 2021/2022F-1..6, 2020',
  ],
  [
    'de',
    'im Geschäftsjahr 2022, zweites Quartal des Geschäftsjahres 2022/23, Q3 GJ22',
    '2022F, 2022/2023F-4..6, 2022F-7..9',
  ],
  [
    'fr',
    'l’exercice 2022, premier trimestre de l’exercice 2022, année fiscale 2021',
    '2022F, 2022F-1..3, 2021F',
  ],
  [
    'es',
    'el ejercicio 2022, segundo trimestre del ejercicio 2022, año fiscal 2021',
    '2022F, 2022F-4..6, 2021F',
  ],
  ['ja', '2022年度、2023年3月期第2四半期、令和4年度、2022年', '2022F, 2023F-4..6, 2022F, 2022'],
  ['en', '2019–2024 and between 2020 and 2022', '2019~, 2024~, 2020~, 2022~'],
  ['en', 'from 1 to 15 March 2024, March to May 2023', '2024-3-1~, 2024-3-15~, 2023-3~, 2023-5~'],
  [
    'en',
    'June 1–15, 2024; Tuesday, 12 May 2026; week 12 of 2024',
    '2024-6-1~, 2024-6-15~, 2026-5-12(2), 2024-w12',
  ],
  ['en', '$2024, 2024 euros, 2,024, version 2.10.3, it may 5 times', ''],
  ['en', 'since May, in March; we march on', '?-5, ?-3'],
  [
    'de',
    'am 31. Mai 2027, 12.06.2027, im Juli 2019, 1. bis 15. März 2024',
    '2027-5-31, 2027-6-12, 2019-7, 2024-3-1~, 2024-3-15~',
  ],
  [
    'de',
    '3. Quartal 2024, zweites Halbjahr 2023, KW 12, Di, 12. Mai 2026',
    '2024-7..9, 2023-7..12, ?-w12, 2026-5-12(2)',
  ],
  ['fr', 'le 31 mai 2027, 1er mars 2026, premier semestre 2024', '2027-5-31, 2026-3-1, 2024-1..6'],
  ['es', 'el 3 de junio de 2027, marzo de 2026, 05/07/2026', '2027-6-3, 2026-3, 2026-7-5'],
  ['de', 'bis 1. März, seit 1. Jan. 2025, ab 06.2027', '?-3-1, 2025-1-1, 2027-6'],
  ['fr', 'le 3 févr. 2026, 06/12/2027, au 1er mars', '2026-2-3, 2027-12-6, ?-3-1'],
  ['es', 'el 12 de junio de 2027, el 5 de enero', '2027-6-12, ?-1-5'],
  ['en', '12 may be enough, 1.234.567 Euro, 3.14, section 4.2.1, marks 12, 12 marketing plans', ''],
  [
    'ja',
    '2027年6月12日(土)、令和6年3月、2024年度第3四半期、3月1日',
    '2027-6-12(6), 2024-3, 2024F-7..9, ?-3-1',
  ],
  [
    'ja',
    '2027 年 2 月 28 日、2028 年 3 月、2025 年度、令和 6 年 3 月、2024 年度 第 3 四半期、3 月\n1 日',
    '2027-2-28, 2028-3, 2025F, 2024-3, 2024F-7..9, ?-3-1',
  ],
];

// LAN-2
it.each(readings)('reads dates (%s): %s', (language, text, expected) => {
  expect(readDates(text, language).map(show).join(', ')).toBe(expected);
});

const first = (text: string) => readDates(text, 'en')[0] as DateSpan;

// A wrong month is told from the right one (case 07).
it.each([
  ['31 May 2027', '31 March 2027', 'differs'],
  ['12 June 2026', '2026-05-12', 'differs'],
  ['July 2019', 'June 2019', 'differs'],
  ['31 March 2027', '2027-03-31', 'agrees'],
  ['March 2027', '31 March 2027', 'agrees'],
  ['31 March 2027', 'March 2027', 'finer'],
  ['Q1 2024', 'February 2024', 'agrees'],
  ['Q1 2024', 'April 2024', 'differs'],
  ['5 July 2026', '05/07/2026', 'agrees'],
  ['7 May 2026', '05/07/2026', 'agrees'],
  ['FY24', '2024', 'agrees'],
  ['FY24', '2023/24', 'agrees'],
  ['2024', '2023/24', 'finer'],
  ['2022/23', '2023/24', 'differs'],
  ['5 July 2026', '5 July', 'agrees'],
  ['Monday, 12 May 2026', '12 May 2026', 'differs'],
])('compares %s with %s: %s', (told, given, expected) => {
  expect(compareDates(first(told), first(given))).toBe(expected);
});

it.each([
  ['1 April 2027', 24, 'mo', '2029-4-1'],
  ['31 January 2024', 1, 'mo', '2024-2-29'],
  ['24 September 2026', -29, 'd', '2026-8-26'],
  ['March 2024', -1, 'yr', '2023-3'],
  ['2024', 2, 'yr', '2026'],
])('moves %s by %s %s', (from, count, unit, expected) => {
  const moved = moveDate(first(from), count, unit);
  expect(moved && show(moved)).toBe(expected);
});
