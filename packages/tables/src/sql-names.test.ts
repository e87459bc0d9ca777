import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import { chooseTableName, nameColumns } from './sql-names.ts';

// TAB-28
it('names columns in small letters without spaces, each once', () => {
  const heads = [
    'Clinic',
    'Sessions planned',
    'sessions-planned',
    'Größe (m²)',
    '2024',
    'Order',
    '%',
    '売上',
    'Año',
  ];
  expect(nameColumns(heads)).toEqual([
    'clinic',
    'sessions_planned',
    'sessions_planned_2',
    'grosse_m2',
    'c_2024',
    'c_order',
    'value',
    '売上',
    'ano',
  ]);
});

// TAB-28
it('gives names that DuckDB takes without quotes, whatever its keywords are', async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const keywords = (
    await connection.runAndReadAll('select distinct keyword_name from duckdb_keywords()')
  )
    .getRows()
    .map(([word]) => String(word));
  const heads = [...keywords, '2024 total', 'Ærø', '売上 2024', 'Straße', 'e\u0301tat'];
  const columns = nameColumns(heads);
  const table = chooseTableName('Left', new Set());
  const values = columns.map((name, at) => `${at} as ${name}`);
  await connection.run(`create view ${table} as select ${values.join(', ')}`);
  const read = await connection.runAndReadAll(
    `select ${columns.join(', ')} from ${table} order by ${columns.map((name) => `${table}.${name}`).join(', ')}`,
  );
  expect(read.columnNames()).toEqual(columns);
  expect(read.getRows()).toEqual([columns.map((_, at) => at)]);
  connection.closeSync();
});
