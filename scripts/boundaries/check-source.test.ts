import { describe, expect, test } from 'vitest';
import { checkSource } from './check-source.ts';
import { findImports, scanSource } from './scan-source.ts';

const complaints = (path: string, source: string) =>
  checkSource(path, source).map(({ line, message }) => `${line}: ${message}`);
const verb = 'apps/server/src/identity/team/members.ts';

describe('scanSource', () => {
  test('separates literals from code, comments and regular expressions', () => {
    const source = [
      "const a = 'it\\'s'; // 'no'",
      `/* "no" */ const b = \`x \${f({ c: \`in \${1}\` })} y\`;`,
      "const d = text.split(/['`]/).join('z') / 2;",
      `const e = "\${no}";`,
    ].join('\n');
    const { literals, code } = scanSource(source);
    expect(literals.map(({ text, line }) => `${line} ${text}`)).toEqual([
      "1 it\\'s",
      '2 x ',
      '2 in ',
      '2 ',
      '2  y',
      '3 z',
      `4 \${no}`,
    ]);
    expect(code).toHaveLength(source.length);
    expect(code).not.toContain('no');
    expect(code).toContain('f({ c: ');
  });

  test('finds static, re-exported, dynamic and side-effect imports, but none in comments or strings', () => {
    const source = [
      "import { a } from './a.ts';",
      'import type {',
      '  B,',
      '} from "./b.ts";',
      "export * from './c.ts';",
      "const d = await import('./d.ts');",
      "import './e.ts';",
      "// import './no.ts'",
      'const text = `import "./no.ts"`;',
      "const bytes = Buffer.from('./no.ts');",
    ].join('\n');
    expect(findImports(source).map(({ text, line }) => `${line} ${text}`)).toEqual([
      '1 ./a.ts',
      '4 ./b.ts',
      '5 ./c.ts',
      '6 ./d.ts',
      '7 ./e.ts',
    ]);
  });
});

describe('checkSource', () => {
  test('only the owner of a table and its guests may use the table', () => {
    const read = 'const text = `select 1\n  from platform.users where true`;';
    expect(complaints('apps/server/src/work/runs/x.ts', read)).toEqual([
      '2: platform.users belongs to auth; ask its verbs',
    ]);
    expect(complaints('apps/server/src/identity/auth/x.ts', read)).toEqual([]);
    expect(complaints('apps/server/src/app.ts', read)).toHaveLength(1);
    expect(complaints('apps/server/src/identity/team/x.test.ts', read)).toEqual([]);
    expect(complaints('apps/server/src/engine/kernel/runs.ts', read)).toEqual([
      '2: platform.users belongs to auth; ask its verbs',
    ]);
    const unknown = "query('insert into platform.nothing values (1)')";
    expect(complaints(verb, unknown)).toEqual([
      '1: platform.nothing has no owner in scripts/boundaries/table-owners.ts',
    ]);
  });

  test('routes must not contain SQL', () => {
    const routes = 'apps/server/src/identity/team/routes.ts';
    expect(complaints(routes, "tx.query('select id from x')")).toEqual([
      '1: routes.ts must not contain SQL',
    ]);
    expect(complaints(routes, "const summary = 'Select from the list'")).toEqual([
      '1: routes.ts must not contain SQL',
    ]);
    expect(complaints(routes, "const summary = 'List the members'")).toEqual([]);
  });

  test('a route of an engagement’s matter asks the database of its context', () => {
    const read = 'f(context.services.database);\ng(services.database);';
    expect(complaints('apps/server/src/work/grids/routes.ts', read)).toEqual([
      '2: routes.ts reads with the database of its context, which knows the viewer',
    ]);
    expect(complaints('apps/server/src/identity/branding/routes.ts', read)).toEqual([]);
  });
});
