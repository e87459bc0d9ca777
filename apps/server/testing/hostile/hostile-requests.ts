import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import fc from 'fast-check';
import type { RawRequest } from './raw-request.ts';
import { validValues } from './schema-arbitrary.ts';

/** Texts that have broken services before. */
const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u0000',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '..%2f..%2f',
  "' or 1=1 --",
  '%s%n',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '\r\nSet-Cookie: a=b',
  'x'.repeat(5_000),
  '🧨'.repeat(200),
  '-1',
  '0',
  '1e400',
  'NaN',
  '9'.repeat(40),
  'null',
  'true',
  '[object Object]',
];
const oddText = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

const deep: unknown = JSON.parse('['.repeat(2_000) + ']'.repeat(2_000));

const oddValues = fc.oneof(
  oddText,
  fc.constant(deep),
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -0,
    -1,
    1.5,
    2 ** 53,
    1e308,
    -1e308,
    [],
    {},
    [[]],
    [null],
    { a: { b: [] } },
  ),
  fc.jsonValue(),
);

/** Broken and extreme JSON, as text. */
const oddJson = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '}',
    '[1,',
    '"\\ud800"',
    '{"name":"\\u0000"}',
    '{"a":1,"a":2}',
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"name":1e400,"budget":1e999}',
    'NaN',
    "{'a':1}",
    '\ufeff{}',
    '{} {}',
    '[{"name":"x"}]',
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`,
    `{"name":"${'x'.repeat(300_000)}"}`,
  ),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

/** Makes a valid body and replaces one part of it, at any depth. */
function spoiled(schema: object): fc.Arbitrary<unknown> {
  return fc
    .tuple(validValues(schema), fc.nat(), oddValues, fc.boolean())
    .map(([body, at, value, deep]) => spoil(body, at, value, deep));
}

function spoil(body: unknown, at: number, value: unknown, deep: boolean): unknown {
  if (typeof body !== 'object' || body === null) return value;
  const keys = Object.keys(body);
  const key = keys[at % (keys.length + 1)] ?? 'unexpected';
  const inner = (body as Record<string, unknown>)[key];
  const put =
    deep && typeof inner === 'object' && inner !== null ? spoil(inner, at, value, deep) : value;
  if (Array.isArray(body)) return body.map((item, index) => (String(index) === key ? put : item));
  return { ...body, [key]: put };
}

/** Makes forms with a boundary of `x`, from valid to broken. */
function forms({
  file,
  fields,
}: NonNullable<Endpoint['multipart']>): fc.Arbitrary<Buffer | undefined> {
  const name = fc.oneof(fc.constantFrom(file, file, ...Object.keys(fields)), oddText);
  const filename = fc.oneof(
    fc.constantFrom('a.txt', 'a.pdf', '../a.md', 'a', '', '\\"', 'ä.csv', `${'x'.repeat(400)}.txt`),
    oddText,
  );
  const value = fc.oneof(fc.constantFrom('reference', 'data', '', 'text'), oddText);
  const disposition = (parameters: string) => `content-disposition: form-data; ${parameters}`;
  const part = fc.oneof(
    fc
      .tuple(name, filename, value)
      .map(([n, f, v]) => `${disposition(`name="${n}"; filename="${f}"`)}\r\n\r\n${v}`),
    fc.tuple(name, value).map(([n, v]) => `${disposition(`name="${n}"`)}\r\n\r\n${v}`),
    oddText,
  );
  const ending = fc.constantFrom('--x--\r\n', '--x--\r\n', '--x', '', '--x--trailing');
  return fc
    .tuple(fc.array(part, { maxLength: 4 }), ending)
    .map(([parts, end]) => Buffer.from(parts.map((text) => `--x\r\n${text}\r\n`).join('') + end));
}

function bodies({ body, multipart }: Endpoint): fc.Arbitrary<Buffer | undefined> {
  const text = (arbitrary: fc.Arbitrary<unknown>) =>
    arbitrary.map((value) => Buffer.from(JSON.stringify(value) ?? ''));
  const junk = fc.oneof(
    fc.constant(undefined),
    oddJson.map((json) => Buffer.from(json)),
    fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
  );
  if (multipart)
    return fc.oneof({ weight: 5, arbitrary: forms(multipart) }, { weight: 1, arbitrary: junk });
  if (!body)
    return fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: junk },
    );
  return fc.oneof(text(validValues(body)), text(spoiled(body)), text(spoiled(body)), junk);
}

const contentTypes = (usual: string) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(usual) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'application/json; charset=utf-16',
        'APPLICATION/JSON',
        'application/json;;;',
        'text/plain',
        'multipart/form-data',
        'multipart/form-data; boundary=x',
        'application/x-www-form-urlencoded',
        'application/merge-patch+json',
        ',',
        'a/b/c',
        '',
      ),
    },
  );

/** Text that a header can carry. */
const headerText = fc.oneof(
  fc.constantFrom(
    '*',
    '"x"',
    'W/"x", "y"',
    'bytes=0-1',
    'bytes=-1,5-',
    '-1',
    'null',
    '99999999999999999999',
    'x'.repeat(2_000),
  ),
  fc.string({ maxLength: 50 }).map((text) => text.replace(/[^\x20-\x7e]/g, '')),
);
const headerNames = [
  'accept',
  'accept-encoding',
  'cookie',
  'idempotency-key',
  'if-modified-since',
  'if-none-match',
  'last-event-id',
  'origin',
  'range',
  'referer',
  'upgrade-insecure-requests',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-http-method-override',
  'x-request-id',
];
const extraHeaders = fc.array(fc.tuple(fc.constantFrom(...headerNames), headerText), {
  maxLength: 3,
});

/** Text as part of a path, mostly well encoded. */
const encoded = (text: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 6, arbitrary: text.map((value) => encodeURIComponent(value.toWellFormed())) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '%',
        '%zz',
        '%E0%A4%A',
        '%00',
        '%C0%80',
        '%ED%A0%80',
        '%2F',
        '../..',
        '%2e%2e',
        '\xe4',
        ';a=b',
        '+',
      ),
    },
  );

function paths(endpoint: Endpoint, known: Record<string, string>): fc.Arbitrary<string> {
  const parts = endpoint.path.split('/').map((part, index, all) => {
    if (!part.startsWith(':')) return fc.constant(part);
    const place = all.slice(0, index + 1).join('/');
    const own = fc.constant(encodeURIComponent(known[place] ?? 'unknown'));
    return fc.oneof({ weight: 4, arbitrary: own }, { weight: 1, arbitrary: encoded(oddText) });
  });
  return fc.tuple(...parts).map((made) => made.join('/'));
}

function queries({ query }: Endpoint): fc.Arbitrary<string> {
  const { properties = {} } = (query ?? {}) as { properties?: Record<string, object> };
  const names = Object.keys(properties);
  const junk = fc.array(
    fc.tuple(
      fc.oneof(fc.constantFrom(...names, 'x', '__proto__', 'limit[]'), encoded(oddText)),
      encoded(oddText),
    ),
    {
      maxLength: 4,
    },
  );
  const good = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, validValues(schema)]),
    ),
    {
      requiredKeys: [],
    },
  );
  const asQuery = (pairs: [string, string][]) =>
    pairs.length > 0 ? `?${pairs.map((pair) => pair.join('=')).join('&')}` : '';
  return fc.oneof(
    good.map((values) => {
      const pairs = Object.entries(values).map(([name, value]) => [
        name,
        encodeURIComponent(String(value).toWellFormed()),
      ]);
      return asQuery(pairs as [string, string][]);
    }),
    junk.map(asQuery),
    fc.constantFrom('?', '?&&', '?%', '?a=%E0%A4%A', '?='),
  );
}

/**
 * Makes requests to an endpoint from valid to hostile. `known` are real ids by their path
 * parameter, `callers` the credentials to choose from.
 */
export function hostileRequests(
  endpoint: Endpoint,
  { known, callers }: { known: Record<string, string>; callers: Record<string, string>[] },
): fc.Arbitrary<RawRequest> {
  const methods = fc.oneof(
    { weight: 15, arbitrary: fc.constant(endpoint.method as string) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'GET',
        'HEAD',
        'POST',
        'PUT',
        'PATCH',
        'DELETE',
        'OPTIONS',
        'TRACE',
        'PROPFIND',
      ),
    },
  );
  return fc
    .record({
      method: methods,
      path: paths(endpoint, known),
      query: queries(endpoint),
      caller: fc.constantFrom(...callers),
      extra: extraHeaders,
      type: contentTypes(
        endpoint.multipart ? 'multipart/form-data; boundary=x' : 'application/json',
      ),
      body: bodies(endpoint),
    })
    .map(({ method, path, query, caller, extra, type, body }) => ({
      method,
      path: path + query,
      headers: [
        ...Object.entries(caller),
        ...extra,
        ...(body ? [['content-type', type] as [string, string]] : []),
      ],
      body,
    }));
}
