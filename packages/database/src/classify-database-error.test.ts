import { expect, test } from 'vitest';
import { classifyDatabaseError } from './classify-database-error.ts';

const withCode = (code: string, options?: ErrorOptions) =>
  Object.assign(new Error('No', options), { code });

// LEA-6
test.each([
  '28000',
  '28P01',
  '3D000',
  '42501',
  '53100',
  '53200',
  '53300',
  '57014',
  '57P01',
  '57P03',
  '25006',
  '25P03',
  '25P04',
  '08006',
  '08P01',
  '58030',
])('SQLSTATE %s: the database does not serve now', (code) => {
  expect(classifyDatabaseError(withCode(code))).toBe('unavailable');
});

// LEA-6
test('a network that fails is found in causes and in joined errors', () => {
  const refused = withCode('ECONNREFUSED');
  expect(classifyDatabaseError(refused)).toBe('unavailable');
  expect(
    classifyDatabaseError(
      new Error('Later', { cause: new AggregateError([withCode('1'), refused]) }),
    ),
  ).toBe('unavailable');
});

// LEA-6
test('a right that a role has lost is mended by a person, but row-level security refuses for good', () => {
  const refusedBy = (routine: string) => Object.assign(withCode('42501'), { routine });
  expect(classifyDatabaseError(refusedBy('aclcheck_error'))).toBe('unavailable');
  expect(classifyDatabaseError(refusedBy('ExecWithCheckOptions'))).toBe('other');
});

test.each([
  withCode('23505'),
  withCode('40001'),
  withCode('25P02'),
  withCode('ENOENT'),
  new Error('No'),
  null,
  'x',
])('an error that waiting does not help against is another one: %s', (error) => {
  expect(classifyDatabaseError(error)).toBe('other');
});

test('an error that is its own cause is read once', () => {
  const circular = new Error('No');
  circular.cause = circular;
  expect(classifyDatabaseError(circular)).toBe('other');
});
