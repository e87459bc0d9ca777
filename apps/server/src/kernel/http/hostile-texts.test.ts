import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleRequest } from '../../../testing/hostile/example-requests.ts';
import {
  bodiesWithText,
  longTextShapes,
  type TextShape,
} from '../../../testing/hostile/long-texts.ts';
import { sendRaw } from '../../../testing/hostile/raw-request.ts';
import {
  type Credentials,
  createPopulatedTenant,
  type PopulatedTenant,
} from '../../../testing/populated-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

/**
 * Just below the largest body. It is parsed and judged by the rules of its place before any handler
 * sees it, so one place of each kind gets it, and two places of each body, in turn, get the short
 * text.
 */
const lengths = [4_100_000, 12_000];
/** Shapes that each place gets, in turn. HOSTILE_SHAPES=100 sends every shape to every place. */
const shapesPerPlace = Number(process.env['HOSTILE_SHAPES'] ?? 1);

let platform: TestPlatform;
let tenant: PopulatedTenant;
let callers: Record<Endpoint['credentials'], Credentials>;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createPopulatedTenant(platform);
  const { engagement } = tenant.ids;
  callers = {
    none: {},
    portal: (await tenant.addPortalToken(engagement)).credentials,
    answer_link: (await tenant.addQuestion(engagement)).link,
    session: tenant.sessions.owner,
    any: tenant.sessions.owner,
  };
});
afterAll(() => platform.close());

const credentialsFor = ({ credentials }: Endpoint): [string, string][] =>
  Object.entries(callers[credentials]);

/**
 * Sends a request and returns its status. A quadratic check of 4 MB takes minutes, so that the
 * test's time limit ends it.
 */
async function send(
  method: string,
  path: string,
  headers: [string, string][],
  body?: Buffer,
): Promise<number> {
  const { status } = await sendRaw(platform, { method, path, headers, body });
  return status;
}

/** Stands where the hostile text goes. */
const mark = 'the hostile text';
let turn = 0;
const nextShapes = (count: number) =>
  Array.from({ length: Math.min(count, longTextShapes.length) }, () => {
    turn = (turn + 1) % longTextShapes.length;
    return longTextShapes[turn] ?? String;
  });

const encoded = new Map<TextShape, Map<number, Buffer>>();
/** Returns a text as JSON, which takes longer to make than to send. */
function encode(shape: TextShape, length: number): Buffer {
  const textsByLength = encoded.get(shape) ?? new Map<number, Buffer>();
  const json = textsByLength.get(length) ?? Buffer.from(JSON.stringify(shape(length)));
  encoded.set(shape, textsByLength.set(length, json));
  return json;
}

/** Kinds of places that have got the long text. */
const metKinds = new Set<string>();

const withBody = allEndpoints.filter(({ body }) => body !== undefined);
const named = (endpoints: Endpoint[]) =>
  endpoints.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]);

// REQ-8
describe('hostile text of 4 MB', () => {
  test.each(named(withBody))(
    'in the body of %s is refused at once',
    async (_name, endpoint) => {
      const { method, path } = exampleRequest(endpoint, tenant.ids);
      const headers: [string, string][] = [
        ...credentialsFor(endpoint),
        ['content-type', 'application/json'],
      ];
      const places = [...bodiesWithText(endpoint.body ?? {}, mark)];
      const unmet = places.filter(
        ({ kind }, at) =>
          !metKinds.has(kind) && places.findIndex((place) => place.kind === kind) === at,
      );
      for (const { kind } of unmet) metKinds.add(kind);
      const turn = withBody.indexOf(endpoint);
      const inTurn = [...new Set([turn, turn + 1].map((at) => places[at % places.length]))].filter(
        (place) => place !== undefined,
      );
      for (const length of lengths) {
        const placesOfLength = length > 1_000_000 ? unmet : inTurn;
        for (const placed of shapesPerPlace === 1 ? placesOfLength : places) {
          for (const shape of nextShapes(shapesPerPlace)) {
            if (!placed.limited && endpoint.name === 'deleteAccount') continue;
            const json = encode(shape, length);
            const [before = '', after = ''] = placed.json.split(JSON.stringify(mark));
            const body = Buffer.concat([Buffer.from(before), json, Buffer.from(after)]);
            const status = await send(method, path, headers, body);
            const sent = `${body.toString('utf8', 0, 100)}… ${length}`;
            expect({ sent, status }).toEqual({
              sent,
              status: expect.toSatisfy((given: number) => given < 500),
            });
            if (placed.limited && length > 1_000_000) {
              expect({ sent, status }).toEqual({
                sent,
                status: expect.toSatisfy((given: number) => given >= 400),
              });
            }
          }
        }
      }
    },
    120_000,
  );

  // Depth and width are judged before the endpoint is known, so one endpoint for each kind of
  // caller gets them.
  test.each(['none', 'portal', 'answer_link', 'session', 'any'])(
    'as deep or wide JSON in a body of who has %s is refused at once',
    async (credentials) => {
      const endpoint = withBody.find((each) => each.credentials === credentials);
      if (endpoint === undefined) throw new Error(`No body is for ${credentials}`);
      const { method, path } = exampleRequest(endpoint, tenant.ids);
      const headers: [string, string][] = [
        ...credentialsFor(endpoint),
        ['content-type', 'application/json'],
      ];
      const depth = credentials === 'session' ? 1_900_000 : 6_000;
      const nested = '['.repeat(depth) + ']'.repeat(depth);
      const deep = [
        nested,
        '['.repeat(depth),
        `{"unexpected":${nested}}`,
        '{"a":'.repeat(depth / 3),
      ];
      const wide = ['[]', '{}', '1'].map(
        (value) => `{"unexpected":[${`${value},`.repeat(depth / 2)}1]}`,
      );
      for (const text of depth > 100_000 ? [...deep, ...wide] : deep) {
        const status = await send(method, path, headers, Buffer.from(text));
        expect(status).toSatisfy((code: number) => code >= 400 && code < 500);
      }
    },
  );
});

const withParameters = allEndpoints.filter(({ params, query }) => params ?? query);

/** As much of a text as the request line holds once it is escaped. */
const escaped = (text: string) =>
  encodeURIComponent(text.toWellFormed())
    .slice(0, 7_500)
    .replace(/%[0-9A-F]?$/, '');

// REQ-8
describe('hostile text in the address', () => {
  test.each(named(withParameters))('of %s is answered at once', async (_name, endpoint) => {
    const headers = credentialsFor(endpoint);
    const { path } = exampleRequest(endpoint, tenant.ids);
    const [ownPath = '', ownQuery = ''] = path.split('?');
    const query = Object.keys(
      (endpoint.query as { properties?: object } | undefined)?.properties ?? {},
    );
    const params = endpoint.path
      .split('/')
      .flatMap((part, index) => (part.startsWith(':') ? [index] : []));
    const places = [
      ...params.map((index) => (text: string) => ownPath.split('/').with(index, text).join('/')),
      ...query.map((name) => (text: string) => {
        const others = new URLSearchParams(ownQuery);
        others.delete(name);
        return `${ownPath}?${others}&${name}=${text}`;
      }),
    ];
    for (const place of places) {
      for (const shape of nextShapes(shapesPerPlace)) {
        const hostile = place(escaped(shape(7_500)));
        const status = await send('GET', hostile, headers);
        expect({ hostile, status }).toEqual({
          hostile,
          status: expect.toSatisfy((given: number) => given < 500),
        });
      }
    }
  });
});

/** Every pattern of a schema of the contract. */
function patternsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'pattern' && typeof value === 'string' ? [value] : patternsOf(value),
  );
}
const patterns = [...new Set(allEndpoints.flatMap((endpoint) => patternsOf(endpoint)))];

describe('a pattern of the contract', () => {
  test('exists, so the next test checks something', () =>
    expect(patterns.length).toBeGreaterThan(2));

  test.each(patterns)(
    '%s is compared with every shape, even where no length is checked first',
    (pattern) => {
      const regExp = new RegExp(pattern, 'u');
      for (const shape of longTextShapes) {
        expect(() => regExp.test(shape(200_000))).not.toThrow();
      }
    },
  );
});
