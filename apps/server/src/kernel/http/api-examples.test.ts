import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Exchange } from '@ecp/contract/declaring/code-samples';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleScenes, unansweredOperations } from '../../../testing/example-scenes.ts';
import { createExemplaryValues, type ExemplaryValues } from '../../../testing/exemplary-values.ts';
import {
  type ExampleRequest,
  exampleRequest,
  type Ids,
} from '../../../testing/hostile/example-requests.ts';
import { makeFreshIds } from '../../../testing/make-fresh-ids.ts';
import {
  type Credentials,
  createPopulatedTenant,
  type PopulatedTenant,
} from '../../../testing/populated-tenant.ts';
import { sendRequest } from '../../../testing/send-request.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

/**
 * The examples that the description of the API shows. `WRITE_EXAMPLES=1` with this test writes them
 * anew.
 */
const file = fileURLToPath(import.meta.resolve('@ecp/contract/exchanges.json'));
const isWriting = process.env['WRITE_EXAMPLES'] === '1';

let platform: TestPlatform;
let tenant: PopulatedTenant;
let values: ExemplaryValues;
let stored: Record<string, Exchange>;
const exchanges: Record<string, Exchange> = {};

beforeAll(async () => {
  platform = await shareTestPlatform();
  platform.engine.onStart((run) => run.complete());
  tenant = await createPopulatedTenant(platform);
  await tenant.addSample();
  values = createExemplaryValues(tenant.marker);
  stored = JSON.parse(readFileSync(file, 'utf8'));
});
afterAll(async () => {
  await platform.close();
  if (isWriting) writeFileSync(file, `${JSON.stringify(exchanges, null, 1)}\n`);
});

/** Credentials of the caller for whom an endpoint is made. */
async function authenticate({ credentials }: Endpoint, { engagement }: Ids): Promise<Credentials> {
  if (credentials === 'none') return {};
  if (credentials === 'portal') return (await tenant.addPortalToken(engagement)).credentials;
  if (credentials === 'answer_link') return (await tenant.addQuestion(engagement)).link;
  return tenant.openSession('owner');
}

/** Makes one exchange. Its answer is null unless it is a success in JSON. */
async function exchange(endpoint: Endpoint): Promise<Exchange> {
  const scene = (await exampleScenes[endpoint.name]?.({ platform, tenant })) ?? {};
  const ids = { ...(await makeFreshIds(tenant, endpoint)), ...scene.ids };
  const usual = exampleRequest(endpoint, ids);
  const request = { ...usual, body: scene.body ?? usual.body };
  const credentials = scene.credentials ?? (await authenticate(endpoint, ids));
  // The account's export is declared as a file, and is JSON.
  const isShown = answersInJson(endpoint) || endpoint.name === 'exportAccount';
  const json = isShown ? await readAnswer(request, credentials) : null;
  const body = request.body instanceof FormData ? readForm(request.body) : (request.body ?? null);
  const shown = {
    path: request.path,
    body,
    answer: endpoint.name === 'exportAccount' ? withoutRows(json) : json,
  };
  return values.replace(shown) as Exchange;
}

async function readAnswer(
  request: ExampleRequest,
  credentials: Credentials,
): Promise<object | null> {
  const { status, json } = await sendRequest(platform, request, credentials);
  return status >= 200 && status < 300 ? (json ?? null) : null;
}

/** Empties the lists of the account's export, which holds whatever the other requests have left. */
function withoutRows(answer: object | null): object {
  return Object.fromEntries(
    Object.entries(answer ?? {}).map(([name, value]) => [name, emptied(value)]),
  );
}

function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return typeof value === 'object' && value !== null ? withoutRows(value) : value;
}

/** Reads the fields of a form. A file is shown by its name. */
function readForm(form: FormData): Record<string, string> {
  const fields = [...form].map(([name, value]) => [
    name,
    value instanceof File ? value.name : value,
  ]);
  return Object.fromEntries(fields);
}

/** Describes the fields of a value and their types. Lists and texts may have other lengths. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, field]) => [name, shapeOf(field)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** Returns whether an operation can succeed with an answer in JSON. A redirect has no body. */
const answersInJson = ({ responses }: Endpoint): boolean =>
  Object.entries(responses).some(
    ([status, answer]) => Number(status) < 300 && typeof answer !== 'string',
  );

// SVC-11
describe('the example of an operation is what the service answers', () => {
  test.each(allEndpoints.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]))(
    '%s',
    async (name, endpoint) => {
      const made = await exchange(endpoint);
      if (name.startsWith('end')) await tenant.restoreSessions();
      exchanges[name] = made;
      if (isWriting) return;
      expect(shapeOf(made)).toEqual(shapeOf(stored[name]));
    },
  );

  test('and each answer in JSON is shown, but for operations whose reason is stated', () => {
    const answered = isWriting ? exchanges : stored;
    const withoutAnswer = allEndpoints
      .filter(answersInJson)
      .map(({ name }) => name)
      .filter((name) => (answered[name]?.answer ?? null) === null);
    expect(withoutAnswer.sort()).toEqual(Object.keys(unansweredOperations).sort());
  });

  test('and no operation that is gone has one', () => {
    const names = isWriting ? Object.keys(exchanges) : Object.keys(stored);
    expect(names.sort()).toEqual(allEndpoints.map(({ name }) => name).sort());
  });
});
