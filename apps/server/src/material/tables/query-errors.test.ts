import { QueryFailedError, QueryRefusedError } from '@ecp/tables/table-types';
import { expect, it } from 'vitest';
import { explainQueryError, nearestName } from './query-errors.ts';

const known = {
  tables: ['clinic_activity', 'costs'],
  columns: ['clinic', 'sessions_planned', 'sessions_held'],
};
const refused = (sql: string, ...error: ConstructorParameters<typeof QueryRefusedError>) =>
  explainQueryError(new QueryRefusedError(...error), sql, known).message;
const failed = (words: string) =>
  explainQueryError(new QueryFailedError('error', words), 'select 1', known).message;

// TAB-30
it('names the column or table that was meant', () => {
  const words = (name: string) =>
    `Binder Error: Referenced column "${name}" not found in FROM clause!\nCandidate bindings: "clinic"\n\nLINE 1: …`;
  expect(failed(words('sesions_planned'))).toBe(
    'There is no column sesions_planned. Did you mean sessions_planned?',
  );
  expect(failed(words('Sessions held'))).toBe(
    'There is no column Sessions held. Did you mean sessions_held?',
  );
  expect(failed(words('price'))).toBe(
    'There is no column price. There are clinic, sessions_planned, sessions_held.',
  );
  expect(refused('select * from cost', 'table', 'cost')).toBe(
    'There is no table cost. Did you mean costs?',
  );
  expect(nearestName('activity', known.tables)).toBe('clinic_activity');
});

// TAB-30
it('says where the statement cannot be read', () => {
  const sql = 'select clinic\nfrom costs\nwhere and';
  expect(refused(sql, 'syntax', 'syntax error at or near "and"', sql.indexOf('and'))).toBe(
    'The statement cannot be read from “and” on, in line 3, at character 7.',
  );
  const accented = "select 'ä' fom costs";
  expect(
    refused(accented, 'syntax', 'syntax error', Buffer.byteLength("select 'ä' fom ")),
  ).toContain('from “costs” on, in line 1, at character 16.');
  expect(refused('select', 'syntax', 'syntax error at end of input', 6)).toContain(
    'breaks off in line 1',
  );
});

// TAB-30
it('puts what DuckDB says in words', () => {
  expect(
    failed(
      `Binder Error: No function matches the given name and argument types 'sum(VARCHAR)'. You`,
    ),
  ).toBe('sum does not take text. Choose another column, or convert it with cast.');
  expect(failed(`Conversion Error: Could not convert string 'x' to INT32 when casting`)).toBe(
    'The text “x” is no number.',
  );
  expect(failed('Binder Error: Something new!\n\nLINE 1: select')).toBe(
    'The query cannot be run: Something new.',
  );
  expect(explainQueryError(new QueryFailedError('timeout', ''), '', known).message).toContain(
    'more than 10 seconds',
  );
});
