import { expect, it } from 'vitest';
import { type CountedColumn, chooseChart } from './table-summary.ts';

const empty = { unit: null, filled: 100, sum: null, mean: null, min: null, max: null };
const text = (name: string, distinct: number, filled = 100): CountedColumn => {
  return { ...empty, name, sqlName: name.toLowerCase(), type: 'text', distinct, filled };
};
const number = (name: string, facts: Partial<CountedColumn> = {}): CountedColumn => {
  const sqlName = name.toLowerCase().replaceAll(' ', '_');
  return {
    ...empty,
    name,
    sqlName,
    type: 'number',
    distinct: 90,
    sum: 10,
    mean: 1,
    min: 0,
    max: 9,
    ...facts,
  };
};
const day = (distinct: number): CountedColumn => ({ ...text('Day', distinct), type: 'date' });

// TAB-29
it('plots sums over names, and over months where there are many days', () => {
  expect(chooseChart('visits', [text('Clinic', 6), day(300), number('Sessions planned')])).toEqual({
    type: 'bar',
    aggregate: 'sum',
    isGrouped: true,
    x: 'clinic',
    xHead: 'Clinic',
    y: 'sessions_planned',
    yHead: 'Sessions planned',
    unit: null,
    sql: 'select clinic, sum(sessions_planned) as sessions_planned\nfrom visits\nwhere clinic is not null\ngroup by clinic\norder by 2 desc',
  });
  const time = chooseChart('visits', [text('Patient', 80), day(300), number('Sessions planned')]);
  expect(time).toMatchObject({ type: 'line', x: 'day' });
  expect(time?.sql).toContain("date_trunc('month', day) as day");
});

// TAB-29
it('plots means of what does not add up, rows that stand once as they are, and years as a line', () => {
  const share = number('Share cancelled', { unit: '%', sum: null });
  expect(chooseChart('t', [text('Clinic', 6), share])).toMatchObject({
    aggregate: 'mean',
    y: 'share_cancelled',
  });
  const months = chooseChart('t', [text('Month', 12, 12), number('Sales')]);
  expect(months?.sql).toBe('select month, sales\nfrom t\nwhere month is not null');
  const year = number('Year', { min: 2019, max: 2025, sum: null, distinct: 7 });
  expect(chooseChart('t', [year, number('Sales')])).toMatchObject({
    type: 'line',
    x: 'year',
    y: 'sales',
  });
});

// TAB-29
it('plots the newest of columns that are periods', () => {
  const waits = [
    text('Specialty', 5),
    number('2024 Q3', { sum: null }),
    number('2024 Q4', { sum: null }),
  ];
  expect(chooseChart('waits', waits)).toMatchObject({ y: '2024_q4', aggregate: 'mean' });
});

// TAB-29
it('plots nothing without numbers over something', () => {
  expect(chooseChart('t', [text('Clinic', 6)])).toBe(null);
  expect(chooseChart('t', [text('Note', 90), number('Sales')])).toBe(null);
  expect(chooseChart('t', [text('Clinic', 6), number('Room no', { sum: null })])).toBe(null);
});
