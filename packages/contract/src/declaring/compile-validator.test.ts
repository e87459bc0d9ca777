import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { compileValidator } from './compile-validator.ts';

const Query = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  all: Type.Optional(Type.Boolean()),
  q: Type.Optional(Type.String({ maxLength: 5 })),
});
const readQuery = compileValidator({ schema: Query, httpPart: 'querystring' });
const readBody = compileValidator({ schema: Query, httpPart: 'body' });

describe('the texts of a query', () => {
  test('are read as the declared types', () => {
    expect(readQuery({ limit: '20', all: 'true', q: '7' })).toEqual({
      value: { limit: 20, all: true, q: '7' },
    });
    expect(readQuery({})).toEqual({ value: {} });
  });

  test.each([
    '1.5',
    '1.0',
    '',
    ' ',
    '+5',
    ' 5',
    '0x10',
    '1e1',
    'true',
    'null',
    '5n',
    '0',
    '201',
    '9'.repeat(400),
  ])('are no integer in range: %j', (limit) => {
    expect(readQuery({ limit }).error).toMatchObject([{ instancePath: '/limit' }]);
  });

  test('are not doubled', () => {
    expect(readQuery({ limit: ['1', '2'] }).error).toMatchObject([{ instancePath: '/limit' }]);
  });
});

test('the values of a body stay as they are', () => {
  expect(readBody({ limit: '20' }).error).toMatchObject([{ instancePath: '/limit' }]);
  expect(readBody({ limit: 20 })).toEqual({ value: { limit: 20 } });
});

// REQ-9
test('undeclared fields are removed, unless the schema is open', () => {
  const Item = Type.Object({ id: Type.String() });
  const Open = Type.Object({ id: Type.String() }, { additionalProperties: true });
  const Body = Type.Object({
    items: Type.Array(Item),
    one: Type.Union([Item, Type.Null()]),
    open: Open,
  });
  const validate = compileValidator({ schema: Body, httpPart: 'body' });
  const item = { id: 'a', tenantId: 'b' };
  expect(validate({ items: [item], one: { ...item }, open: { ...item }, tenantId: 'b' })).toEqual({
    value: { items: [{ id: 'a' }], one: { id: 'a' }, open: { id: 'a', tenantId: 'b' } },
  });
  expect(readQuery({ limit: '20', tenantId: 'b' })).toEqual({ value: { limit: 20 } });
});

test('for a text that is too long, only lengths, types and missing fields are reported, and no pattern is tried', () => {
  const seen: string[] = [];
  class Recorder extends RegExp {
    override test(text: string): boolean {
      seen.push(text);
      return super.test(text);
    }
  }
  const Name = Type.Unsafe<string>({ type: 'string', maxLength: 5, pattern: new Recorder('^y') });
  const Body = Type.Object({
    name: Name,
    names: Type.Array(Type.Union([Name, Type.Null()])),
    size: Type.Integer(),
  });
  const validate = compileValidator({ schema: Body, httpPart: 'body' });
  const long = 'x'.repeat(6);
  expect(validate({ name: long, names: [], size: 'no number' }).error).toMatchObject([
    { keyword: 'maxLength', instancePath: '/name' },
    { keyword: 'type', instancePath: '/size' },
  ]);
  expect(validate({ name: 'short', names: [null, long], size: 1 }).error).toMatchObject([
    { keyword: 'maxLength', instancePath: '/names/1' },
  ]);
  expect(new Set(seen)).toEqual(new Set(['short']));
  expect(validate({ name: 'yes', names: [], size: 1 }).error).toBeUndefined();
  const both = validate({ name: 'short', names: [], size: 'no number' }).error;
  expect(both?.map(({ instancePath }) => instancePath)).toEqual(['/name', '/size']);
});
