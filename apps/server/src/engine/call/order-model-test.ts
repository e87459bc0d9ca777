import type { EngineModelTest } from '@ecp/contract/engine/engine-api';
import type { TenantModelKey } from '@ecp/contract/engine/model-access';
import { createId } from '@ecp/database/create-id';
import type { Database } from '@ecp/database/database';
import type { NoRow } from '@ecp/database/statement';
import { enqueueWork } from '@ecp/durable-work/works';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { EngineRequestError } from '../kernel/runs.ts';
import { controlChannel, type RunSignals } from '../kernel/waiting.ts';
import { type EngineServices, servicesOf } from './engine-services.ts';
import { testKey, testModel } from './test-model.ts';

/** Queue of the tests of models and keys, beside that of the runs. */
export const modelTestQueue = 'model-tests';
/** Limits the wait for a test, which itself takes at most 20 s. */
const waitLimitMs = 30_000;
/** Interval at which the caller looks for the outcome if the notification is lost. */
const lookAgainMs = 1_000;
/** Limits the time in which the key that encrypts the tenant's keys must answer. */
const keysLimitMs = 10_000;

/** A test as the durable queue keeps it: of a model by its id, or of a key that is not stored. */
export interface ModelTestOrder {
  tenantId: string;
  testId: string;
  model?: string;
  /** The key as JSON, encrypted by the installation's secret, in base64. */
  sealedKey?: string;
}

/**
 * The outcome that a worker stores: the result, or the refusal of an order that cannot be tested.
 */
type Outcome = { result: EngineModelTest } | { refused: { code: string; message: string } };

interface OrderingServices {
  database: Database;
  signals: RunSignals;
  keys: KeyRing;
}

/** The subject of a test: a model that serves the tenant, or a key that is not stored. */
export type TestedModel = { model: string } | { key: TenantModelKey };

/**
 * Lets a worker make one tiny call, and returns what came of it. Error: EngineRequestError
 * `unknown_model` (400), or `unavailable` (503) after half a minute.
 */
export async function orderModelTest(
  { database, signals, keys }: OrderingServices,
  tenantId: string,
  tested: TestedModel,
): Promise<EngineModelTest> {
  const testId = createId();
  const input: ModelTestOrder = {
    tenantId,
    testId,
    ...('model' in tested
      ? { model: tested.model }
      : { sealedKey: sealKey(keys, testId, tested.key) }),
  };
  const work = { id: `test/${testId}`, kind: 'testModel', queue: modelTestQueue, lane: tenantId };
  await database.batchTenant<[NoRow]>(tenantId, [enqueueWork('engine', { ...work, input })]);
  const untilMs = performance.now() + waitLimitMs;
  while (performance.now() < untilMs) {
    await signals.wait(testId, lookAgainMs);
    const outcome = await takeOutcome(database, tenantId, testId);
    if (outcome === null) continue;
    if ('result' in outcome) return outcome.result;
    throw new EngineRequestError(400, outcome.refused.code, outcome.refused.message);
  }
  throw new EngineRequestError(503, 'unavailable', 'The engine did not answer in time');
}

/** Makes the call of an order once and tells the process that waits for it. */
export async function executeModelTest(
  services: EngineServices & { keys: KeyRing },
  order: ModelTestOrder,
): Promise<void> {
  const { tenantId, testId } = order;
  const outcome = await testOrdered(services, order);
  await services.database.batchTenant<[NoRow, NoRow]>(tenantId, [
    {
      name: 'store_model_test',
      text: `insert into engine.model_tests (tenant_id, id, outcome) values ($1, $2, $3)
        on conflict (tenant_id, id) do nothing`,
      values: [tenantId, testId, JSON.stringify(outcome)],
    },
    { name: 'tell_of_test', text: 'select pg_notify($1, $2)', values: [controlChannel, testId] },
  ]);
}

async function testOrdered(
  services: EngineServices & { keys: KeyRing },
  { tenantId, testId, model: id, sealedKey }: ModelTestOrder,
): Promise<Outcome> {
  try {
    if (sealedKey !== undefined) {
      const key = openSealedKey(services.keys, testId, sealedKey);
      return { result: await testKey(services, tenantId, key) };
    }
    const holder = await services.keySource.find(tenantId);
    const tenantServices = await servicesOf(services, holder ?? undefined, keysLimitMs);
    const model = [...tenantServices.models, ...tenantServices.judges].find(
      (served) => served.id === id,
    );
    if (!model) throw new EngineRequestError(400, 'unknown_model', 'The model is not configured');
    return { result: await testModel(tenantServices, tenantId, model) };
  } catch (error) {
    if (!(error instanceof EngineRequestError)) throw error;
    return { refused: { code: error.code, message: error.message } };
  }
}

async function takeOutcome(
  database: Database,
  tenantId: string,
  testId: string,
): Promise<Outcome | null> {
  const [[row]] = await database.batchTenant<[{ outcome: Outcome }]>(tenantId, [
    {
      name: 'take_model_test',
      text: 'delete from engine.model_tests where tenant_id = $1 and id = $2 returning outcome',
      values: [tenantId, testId],
    },
  ]);
  return row?.outcome ?? null;
}

const sealKey = (keys: KeyRing, testId: string, key: TenantModelKey): string =>
  keys.encrypt('model key test', testId, JSON.stringify(key)).toString('base64');

const openSealedKey = (keys: KeyRing, testId: string, sealed: string): TenantModelKey =>
  JSON.parse(keys.decrypt('model key test', testId, Buffer.from(sealed, 'base64')));
