import { describe, expect, test } from 'vitest';
import { findProblems, readProofs, readStatements, type Statement } from './check-requirements.ts';

// The ids are concatenated, so that the check does not take them for citations in this file.
const [one, two, three] = [1, 2, 3].map((number) => `KEY${'-'}${number}`) as [
  string,
  string,
  string,
];

const page = {
  path: 'docs/requirements/keys.md',
  text: `# Keys\n\n- **${one}** A key | works.\n- **${two}** A key ends. Open gap: no key ends.\n`,
};
const statements: Statement[] = [
  { id: one, page: page.path, gap: null },
  { id: two, page: page.path, gap: 'no key ends.' },
];
const proofsOf = (text: string) => readProofs({ path: 'keys.test.ts', text });

test('reads the statements of a page with the reasons of their gaps', () => {
  expect(readStatements(page)).toEqual(statements);
  const broken = { ...page, text: '- **Keys** are strings.\n' };
  expect(() => readStatements(broken)).toThrow(
    'docs/requirements/keys.md: Keys is not an id of three letters and a number',
  );
});

describe('readProofs', () => {
  test.each([
    ['a test', `test('works', async () => {});`, 'works'],
    ['a group', `describe('a key', () => {`, 'a key'],
    [
      'a table of tests',
      `test.each([\n  ['a', call(1)],\n])('%s isn\\'t "free"', () => {});`,
      `%s isn't "free"`,
    ],
    [
      'a typed table',
      `it.each<[string]>([['a']])(\`costs %s\`, { timeout: 1 }, () => {});`,
      'costs %s',
    ],
    ['a test with conditions', `test.runIf(server)(\n  'works',\n  () => {},\n);`, 'works'],
  ])('takes the title of %s', (_what, source, title) => {
    expect(proofsOf(`// ${one}\n${source}`)).toEqual([{ id: one, file: 'keys.test.ts', title }]);
  });

  test('reads several ids, several lines and indented lines', () => {
    const proofs = proofsOf(
      `  // ${one}, ${two}\n  // ${three}\n  it('works', () => {});\n  it('ends', () => {});`,
    );
    expect(proofs.map(({ id, title }) => [id, title])).toEqual(
      [one, two, three].map((id) => [id, 'works']),
    );
  });

  test('refuses a citation above anything but a test', () => {
    const message = `keys.test.ts: there is no test directly below "// ${one}"`;
    expect(() => proofsOf(`// ${one}\n\ntest('works', () => {});`)).toThrow(message);
    expect(() => proofsOf(`// ${one}\nconst key = 1;\ntest('works', () => {});`)).toThrow(message);
  });
});

test('reports each problem, and nothing when there is none', () => {
  const proofs = proofsOf(`// ${one}\ntest('works', () => {});`);
  expect(
    findProblems(statements, proofs, [{ path: 'a.md', text: `${two}, SHA-256 and UTF-8` }]),
  ).toEqual([]);
  expect(findProblems(statements, [], [])).toEqual([`${page.path}: ${one} is cited by no test`]);
  expect(findProblems(statements.slice(0, 1).concat(statements), proofs, [])).toEqual([
    `${page.path}: ${one} is listed twice`,
  ]);
  expect(
    findProblems(statements, [...proofs, { id: two, file: 'a.test.ts', title: 'ends' }], []),
  ).toEqual([`${page.path}: ${two} is an open gap and is cited by a test`]);
  expect(
    findProblems(statements, proofs, [{ path: 'a.md', text: `line 1\nEnds (${three}).` }]),
  ).toEqual([`a.md:2: ${three} is not a statement`]);
  expect(findProblems(statements, proofs, [{ path: 'a.ts', text: `// Ends (${one})` }])).toEqual([
    `a.ts:1: ${one} stands in code; tests cite statements`,
  ]);
  expect(findProblems(statements, proofs, [{ path: 'a.test.ts', text: `// ${one}` }])).toEqual([]);
});
