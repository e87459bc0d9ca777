import { expect, test } from 'vitest';
import { checkStatements } from './check-statements.ts';
import { findTitles } from './find-titles.ts';
import { renderPage } from './render-page.ts';
import type { Statement } from './statement.ts';

const source = `
describe('a key', () => {
  test('works', async () => {});
  test.each([['a', 1]])('%s isn\\'t "free"', (name) => {});
  it.each<[string]>([
    ['row', () => call('not a title', 1)],
  ])(\`costs \${price}\`, { timeout: 1 }, () => {});
  test('works until it is revoked', () => {});
});`;
const statement = (fields: Partial<Statement> = {}): Statement => ({
  ...{ id: 'keys.use', section: 'Keys', statement: 'A key | works.', tests: [{ file: 'a.test.ts', test: 'works' }] },
  ...fields,
});
const check = (...statements: Statement[]) =>
  checkStatements(statements, (file) => (file === 'a.test.ts' ? source : undefined));

test('finds the titles of tests, groups and tables of tests, and nothing else', () => {
  expect(findTitles(source)).toEqual([
    'a key',
    'works',
    `%s isn't "free"`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a title as it stands in the source
    'costs ${price}',
    'works until it is revoked',
  ]);
});

test('tells a missing file, a missing or ambiguous test, an id that stands twice, and gaps without a reason', () => {
  const naming = (file: string, title: string) => statement({ tests: [{ file, test: title }] });
  expect(check(statement())).toEqual([]);
  expect(check(statement({ tests: [], gap: 'No such role.' }))).toEqual([]);
  expect(check(naming('b.test.ts', 'works'))).toEqual(['keys.use: b.test.ts does not exist']);
  expect(check(naming('a.test.ts', 'fails'))).toEqual(['keys.use: a.test.ts has no test "fails"']);
  expect(check(naming('a.test.ts', 'work'))).toEqual(['keys.use: a.test.ts has 2 tests "work"']);
  expect(check(statement(), statement())).toEqual(['keys.use: stands twice']);
  expect(check(statement({ tests: [] }))).toEqual(['keys.use: GAP: names neither a test nor why there is none']);
  expect(check(statement({ gap: 'Why?' }))).toEqual(['keys.use: names both a test and why there is none']);
});

test('the page has each statement with its tests, and the gaps apart', () => {
  const page = renderPage([statement(), statement({ id: 'keys.gap', tests: [], gap: 'No such role.' })]);
  expect(page).toContain('2 statements, 1 with tests, 1 without.');
  expect(page).toContain('## Keys\n\n| section | statement | tests |\n|---|---|---|\n');
  expect(page).toContain('| Keys | A key \\| works. | `a.test.ts`: works |');
  expect(page.split('## Not covered yet')[1]).toContain('| Keys | A key \\| works. | No such role. |');
});
