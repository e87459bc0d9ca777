import { describe, expect, test } from 'vitest';
import {
  compareDocumented,
  compareUse,
  packageOf,
  readDocumented,
} from './compare-dependencies.ts';

test('packageOf names the package of an import', () => {
  const specifiers = [
    'pg',
    '@ecp/contract/declaring/money',
    'typebox/value',
    'node:fs',
    './a.ts',
    '../b.ts',
    '1.a b',
  ];
  expect(specifiers.map(packageOf)).toEqual([
    'pg',
    '@ecp/contract',
    'typebox',
    null,
    null,
    null,
    null,
  ]);
});

describe('compareUse', () => {
  test('reports packages that are declared but unused, or imported but undeclared', () => {
    const use = {
      path: 'apps/x',
      declared: ['pg', 'zod', 'node'],
      imported: ['pg', 'yaml', 'vitest'],
    };
    expect(compareUse(use, { alsoDeclared: ['vitest'] })).toEqual([
      'apps/x: zod is declared but never imported',
      'apps/x: yaml is imported but not declared',
    ]);
    expect(
      compareUse({ path: '.', declared: ['vitest'], imported: [] }, { alsoImported: ['vitest'] }),
    ).toEqual([]);
  });
});

describe('compareDocumented', () => {
  const page =
    '| package | for | licence |\n|---|---|---|\n| `pg` | driver | MIT |\n| `left-pad` | none | WTFPL |\n';

  test('reports missing lines, lines without a dependency and wrong licences', () => {
    const licences = new Map([
      ['pg', 'ISC'],
      ['zod', 'MIT'],
    ]);
    expect(compareDocumented(readDocumented(page), licences)).toEqual([
      'pg is under ISC, not MIT',
      'zod has no line',
      'left-pad is not a dependency in any package.json',
    ]);
  });

  test('accepts several packages and a family in one line, but not two lines for one package', () => {
    const families =
      '| `@fonts/*`, `pg` | for print | OFL-1.1 |\n| `@fonts/b` | again | OFL-1.1 |\n';
    const licences = new Map(['@fonts/a', '@fonts/b', 'pg'].map((name) => [name, 'OFL-1.1']));
    expect(compareDocumented(readDocumented(families), licences)).toEqual([
      '@fonts/b has two lines',
    ]);
  });

  test('accepts a correct page', () => {
    const licences = new Map([
      ['pg', 'MIT'],
      ['left-pad', 'WTFPL'],
    ]);
    expect(compareDocumented(readDocumented(page), licences)).toEqual([]);
  });
});
