import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleRequest } from '../../../testing/hostile/example-requests.ts';
import { bodiesWithText, longTextShapes, type TextShape } from '../../../testing/hostile/long-texts.ts';
import { sendRaw } from '../../../testing/hostile/raw-request.ts';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { type Credentials, createPopulatedTenant, type PopulatedTenant } from '../../../testing/populated-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

/**
 * The longest that a request may hold up all others: far more than a linear check of 4 MB and a collection of all garbage
 * of this process take, far less than a quadratic one, which takes minutes.
 */
const boundMs = 15_000;
/**
 * Just below the largest body. It is parsed and judged by the rules of its place before any handler sees it, so one place
 * of each kind gets it, and every place the short text.
 */
const lengths = [4_100_000, 12_000];
/**
 * Shapes that each place of a body gets, in turn; a place of an address, which is short, gets three times as many.
 * HOSTILE_SHAPES=100 sends every shape to every place.
 */
const shapesPerPlace = Number(process.env['HOSTILE_SHAPES'] ?? 1);

let platform: TestPlatform;
let tenant: PopulatedTenant;
let visitor: Credentials;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createPopulatedTenant(platform);
  visitor = (await tenant.addPortalToken(tenant.ids.engagement)).credentials;
});
afterAll(() => platform.close());

async function credentialsFor({ credentials }: Endpoint): Promise<[string, string][]> {
  if (credentials === 'none') return [];
  if (credentials === 'portal') return Object.entries(visitor);
  if (credentials === 'answer_link') return Object.entries((await tenant.addQuestion(tenant.ids.engagement)).link);
  return Object.entries(await tenant.openSession('owner'));
}

/**
 * Sends a request. Returns its status and the longest processor time between two turns of the event loop, in which no
 * other request was served. A wait for a processor that other work uses does not count.
 */
async function send(method: string, path: string, headers: [string, string][], body?: Buffer) {
  let delayMs = 0;
  let last = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(last);
    delayMs = Math.max(delayMs, (user + system) / 1e3);
    last = process.threadCpuUsage();
  };
  const timer = setInterval(look, 5);
  const { status } = await sendRaw(platform, { method, path, headers, body });
  clearInterval(timer);
  look();
  return { status, delayMs };
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
  const known = encoded.get(shape) ?? new Map<number, Buffer>();
  const json = known.get(length) ?? Buffer.from(JSON.stringify(shape(length)));
  encoded.set(shape, known.set(length, json));
  return json;
}

/** Kinds of places that have got the long text. */
const metKinds = new Set<string>();

const withBody = allEndpoints.filter(({ body }) => body !== undefined);
const named = (endpoints: Endpoint[]) => endpoints.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]);

// REQ-8
describe('hostile text of 4 MB', () => {
  test.each(named(withBody))(
    'in each text of the body of %s is refused at once',
    async (_name, endpoint) => {
      const { method, path } = exampleRequest(endpoint, tenant.ids);
      const headers: [string, string][] = [...(await credentialsFor(endpoint)), ['content-type', 'application/json']];
      const places = [...bodiesWithText(endpoint.body ?? {}, mark)];
      const unmet = places.filter(
        ({ kind }, at) => !metKinds.has(kind) && places.findIndex((one) => one.kind === kind) === at,
      );
      for (const { kind } of unmet) metKinds.add(kind);
      for (const length of lengths) {
        for (const placed of length > 1_000_000 && shapesPerPlace === 1 ? unmet : places) {
          for (const shape of nextShapes(shapesPerPlace)) {
            if (!placed.limited && endpoint.name === 'deleteAccount') continue;
            const json = encode(shape, length);
            const [before = '', after = ''] = placed.json.split(JSON.stringify(mark));
            const body = Buffer.concat([Buffer.from(before), json, Buffer.from(after)]);
            const { status, delayMs } = await send(method, path, headers, body);
            const sent = `${body.toString('utf8', 0, 100)}… ${length}`;
            expect({ sent, delayMs: delayMs < boundMs }).toEqual({ sent, delayMs: true });
            expect({ sent, status }).toEqual({ sent, status: expect.toSatisfy((given: number) => given < 500) });
            if (placed.limited && length > 1_000_000) {
              expect({ sent, status }).toEqual({ sent, status: expect.toSatisfy((given: number) => given >= 400) });
            }
          }
        }
      }
    },
    120_000,
  );

  // Depth and width are judged before any schema, so few endpoints get the largest, and the others one form each.
  test.each(named(withBody))('as deep or wide JSON in the body of %s is refused at once', async (_name, endpoint) => {
    const { method, path } = exampleRequest(endpoint, tenant.ids);
    const headers: [string, string][] = [...(await credentialsFor(endpoint)), ['content-type', 'application/json']];
    const place = withBody.indexOf(endpoint);
    const depth = place % 20 === 5 ? 1_900_000 : 6_000;
    const nested = '['.repeat(depth) + ']'.repeat(depth);
    const deep = [nested, '['.repeat(depth), `{"unexpected":${nested}}`, '{"a":'.repeat(depth / 3)];
    const wide = ['[]', '{}', '1'].map((value) => `{"unexpected":[${`${value},`.repeat(depth / 2)}1]}`);
    for (const text of depth > 100_000 ? [...deep, ...wide] : deep.slice(place % 4, (place % 4) + 1)) {
      const { status, delayMs } = await send(method, path, headers, Buffer.from(text));
      expect({ status, delayMs }).toEqual({
        status: expect.toSatisfy((given: number) => given >= 400 && given < 500),
        delayMs: expect.toSatisfy((given: number) => given < boundMs),
      });
    }
  });
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
    const headers = await credentialsFor(endpoint);
    const { path } = exampleRequest(endpoint, tenant.ids);
    const [ownPath = '', ownQuery = ''] = path.split('?');
    const query = Object.keys((endpoint.query as { properties?: object } | undefined)?.properties ?? {});
    const params = endpoint.path.split('/').flatMap((part, index) => (part.startsWith(':') ? [index] : []));
    const places = [
      ...params.map((index) => (text: string) => ownPath.split('/').with(index, text).join('/')),
      ...query.map((name) => (text: string) => {
        const others = new URLSearchParams(ownQuery);
        others.delete(name);
        return `${ownPath}?${others}&${name}=${text}`;
      }),
    ];
    for (const place of places) {
      for (const shape of nextShapes(shapesPerPlace * 3)) {
        const hostile = place(escaped(shape(7_500)));
        const { status, delayMs } = await send('GET', hostile, headers);
        expect({ hostile, status }).toEqual({ hostile, status: expect.toSatisfy((given: number) => given < 500) });
        expect({ hostile, delayMs: delayMs < boundMs }).toEqual({ hostile, delayMs: true });
      }
    }
  });
});

/**
 * These texts once held up everybody. Each was the slowest of one kind of reader: heads of mails (100 KB took 30 s),
 * numbers (5 KB took 10 s), quotes (10 KB took 20 s), headings (20 KB took 6 s) and footnotes (2 s).
 */
const worst = ['to:\n', '1,', '“a” ', 'a\n=\n', '[^'];
/** Characters of each in one text. Read in this process, any of them would take longer than the bound. */
const pieceLength = 4_000;
const mixed = worst.map((piece) => piece.repeat(pieceLength / piece.length)).join('\n\n');
/**
 * Processor time for which a text may hold up the loop beside prose of the same length, a collection of garbage included;
 * in this process these take two to thirty seconds.
 */
const mostHeldMs = 1_500;
/**
 * How much longer others may wait beside it. They wait for the processor and the database too when the machine is busy;
 * behind a child that reads such a text they would wait for its limit, twenty seconds.
 */
const mostWaitedMs = 3_000;

interface Place {
  name: string;
  maxLength: number;
}

/** The places of a body that take a text of a page or more. */
const longPlaces = ({ body }: Endpoint): Place[] =>
  Object.entries(
    (body as { properties?: Record<string, { maxLength?: number; anyOf?: { maxLength?: number }[] }> }).properties ??
      {},
  )
    .map(([name, { maxLength, anyOf }]) => ({ name, maxLength: maxLength ?? anyOf?.[0]?.maxLength ?? 0 }))
    .filter(({ maxLength }) => maxLength >= 2_000);

/**
 * Sends a request, and small ones of another tenant one after another until it is answered; returns also for how long
 * one of these waited at most.
 */
async function sendBeside(bystander: KeyedTenant, ...request: Parameters<typeof send>) {
  let isAnswered = false;
  const answer = send(...request).finally(() => {
    isAnswered = true;
  });
  let waitedMs = 0;
  while (!isAnswered) {
    const before = performance.now();
    expect((await bystander.owner.get('/api/engagements?limit=1')).status).toBe(200);
    waitedMs = Math.max(waitedMs, performance.now() - before);
  }
  return { ...(await answer), waitedMs };
}

const withLongText = withBody.filter((endpoint) => longPlaces(endpoint).length > 0);

// ERR-12
describe('the worst text of the length that a place takes', () => {
  let bystander: KeyedTenant;
  beforeAll(async () => {
    bystander = await createKeyedTenant(platform);
  });

  test('has endpoints that take it', () => {
    const names = withLongText.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['draftFromText', 'editDeliverable', 'createComment', 'createEngagement']),
    );
  });

  test.each(named(withLongText))('holds up nobody in %s', async (_name, endpoint) => {
    const headers: [string, string][] = [...(await credentialsFor(endpoint)), ['content-type', 'application/json']];
    const { method, path, body = {} } = exampleRequest(endpoint, tenant.ids);
    const latest = async () => {
      const file = `/api/engagements/${tenant.ids.engagement}/deliverables/${tenant.ids.filename}`;
      const read = await sendRaw(platform, {
        method: 'GET',
        path: file,
        headers: Object.entries(await tenant.openSession('owner')),
        body: undefined,
      });
      return (JSON.parse(read.text) as { version: number }).version;
    };
    const held = async ({ name, maxLength }: Place, text: string) => {
      const version = 'baseVersion' in body ? { baseVersion: await latest() } : {};
      const given = { ...body, ...version, [name]: text.slice(0, maxLength) };
      return sendBeside(bystander, method, path, headers, Buffer.from(JSON.stringify(given)));
    };
    const places = longPlaces(endpoint);
    const longest = places.toSorted((one, other) => other.maxLength - one.maxLength)[0];
    const prose = longest && (await held(longest, 'The market grew. '.repeat(mixed.length / 17)));
    for (const place of places) {
      const { name } = place;
      const hostile = await held(place, mixed);
      expect({ name, status: hostile.status }).toEqual({
        name,
        status: expect.toSatisfy((given: number) => given < 500),
      });
      expect({ name, delayMs: hostile.delayMs }).toEqual({
        name,
        delayMs: expect.toSatisfy((given: number) => given < 2 * (prose?.delayMs ?? 0) + mostHeldMs),
      });
      expect({ name, waitedMs: hostile.waitedMs }).toEqual({
        name,
        waitedMs: expect.toSatisfy((given: number) => given < 2 * (prose?.waitedMs ?? 0) + mostWaitedMs),
      });
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
  test('exists, so the next test checks something', () => expect(patterns.length).toBeGreaterThan(2));

  test.each(patterns)('%s takes linear time on every shape, even where no length is checked first', (pattern) => {
    const regExp = new RegExp(pattern, 'u');
    for (const shape of longTextShapes) {
      const text = shape(200_000);
      const before = process.threadCpuUsage();
      regExp.test(text);
      const { user, system } = process.threadCpuUsage(before);
      expect((user + system) / 1e3).toBeLessThan(boundMs);
    }
  });
});
