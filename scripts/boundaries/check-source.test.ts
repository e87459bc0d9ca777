import { describe, expect, test } from 'vitest';
import { checkSource } from './check-source.ts';
import { findImports, scanSource } from './scan-source.ts';

const complaints = (path: string, source: string) =>
  checkSource(path, source).map(({ line, message }) => `${line}: ${message}`);
const verb = 'apps/platform/src/identity/team/invite-member.ts';

describe('scanSource', () => {
  test('keeps literals apart from code, comments and regular expressions', () => {
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

  test('finds static, re-exported, dynamic and side-effect imports, and none in comments or texts', () => {
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
  test.each([
    ['apps/engine/src/runs/x.ts', '@ecp/platform/config', 'apps/engine must not import @ecp/platform'],
    ['apps/engine/src/runs/x.test.ts', '@ecp/platform/app', 'apps/engine must not import @ecp/platform'],
    ['apps/platform/src/runs/x.ts', '@ecp/engine/app', 'apps/platform must not import @ecp/engine'],
    ['apps/platform/src/runs/x.ts', '../../../engine/src/x.ts', 'leaves apps/platform'],
    ['packages/contract/src/x.ts', '@ecp/database/database', 'packages/contract must not import @ecp/database'],
    ['packages/database/src/x.ts', '@ecp/contract/declaring/money', 'packages/database must not import @ecp/contract'],
    ['packages/new/src/x.ts', '@ecp/contract/declaring/money', 'packages/new has no arrows'],
    [verb, '@ecp/testing/postgres/fresh-database', 'is for tests and testing folders only'],
    [verb, './testing/members.ts', 'is for tests only'],
    [verb, './routes.ts', 'routes.ts is imported by app.ts only'],
    [verb, '../auth/routes.ts', 'routes.ts is imported by app.ts only'],
    [verb, '../http/implement.ts', 'verbs do not'],
    [verb, '../../app.ts', 'none of them imports it'],
  ])('%s must not import %s', (path, specifier, message) => {
    expect(complaints(path, `\nimport { x } from '${specifier}';`)).toEqual([expect.stringContaining(message)]);
    expect(complaints(path, `\nimport { x } from '${specifier}';`)[0]).toMatch(/^2: /);
  });

  test.each([
    ['apps/platform/src/app.ts', './auth/routes.ts'],
    ['apps/platform/src/start-product.ts', './app.ts'],
    ['apps/platform/src/identity/auth/routes.ts', '../http/implement.ts'],
    ['apps/platform/src/kernel/http/implement-endpoint.ts', './errors.ts'],
    ['apps/platform/src/services.ts', './kernel/http/security-headers.ts'],
    [verb, '../http/rate-limiter.ts'],
    ['apps/platform/src/auth/x.test.ts', '@ecp/testing/postgres/fresh-database'],
    ['apps/platform/testing/start-test-platform.ts', '@ecp/testing/scripted-engine/scripted-engine'],
    ['packages/database/src/x.test.ts', '@ecp/testing/postgres/fresh-database'],
    ['packages/database/src/x.test.ts', '@ecp/contract/declaring/money'],
    ['scripts/demo.ts', '@ecp/engine/app'],
    [verb, '@ecp/contract/identity/auth'],
    [verb, '../auth/find-user.ts'],
    [verb, '../context.ts'],
  ])('%s may import %s', (path, specifier) => {
    expect(complaints(path, `import { x } from '${specifier}';`)).toEqual([]);
  });

  test('tables are touched by their owner and its guests only', () => {
    const read = 'const text = `select 1\n  from platform.users where true`;';
    expect(complaints('apps/platform/src/runs/x.ts', read)).toEqual([
      '2: platform.users belongs to auth; ask its verbs',
    ]);
    expect(complaints('apps/platform/src/auth/x.ts', read)).toEqual([]);
    expect(complaints('apps/platform/src/app.ts', read)).toHaveLength(1);
    expect(complaints('apps/platform/src/team/x.test.ts', read)).toEqual([]);
    expect(complaints('apps/engine/src/runs/x.ts', read)).toEqual([
      '2: apps/engine must not touch platform.users: it belongs to the platform',
    ]);
    const unknown = "query('insert into platform.nothing values (1)')";
    expect(complaints(verb, unknown)).toEqual(['1: platform.nothing has no owner in scripts/boundaries/house-plan.ts']);
  });

  test('routes hold no SQL', () => {
    const routes = 'apps/platform/src/identity/team/routes.ts';
    expect(complaints(routes, "tx.query('select id from x')")).toEqual(['1: routes.ts holds no SQL']);
    expect(complaints(routes, "const summary = 'Select from the list'")).toEqual(['1: routes.ts holds no SQL']);
    expect(complaints(routes, "const summary = 'List the members'")).toEqual([]);
  });

  test('the environment is read at the edge only', () => {
    const read = "const x = process.env['X']; // process.env";
    expect(complaints(verb, read)).toEqual(['1: process.env is read only in main.ts and config.ts']);
    expect(complaints('apps/platform/src/team/main.ts', read)).toHaveLength(1);
    for (const path of ['apps/platform/src/main.ts', 'scripts/x.ts', 'apps/engine/src/runs/x.test.ts']) {
      expect(complaints(path, read)).toEqual([]);
    }
  });

  test('files end at 300 lines, tests at 600', () => {
    expect(complaints(verb, '\n'.repeat(301).concat('x'))).toEqual(['301: the file has 302 lines; 300 is the limit']);
    expect(complaints('apps/platform/src/team/x.test.ts', '\n'.repeat(500).concat('x'))).toEqual([]);
  });
});
