import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@ecp/database/migrate';
import { type FakeLlmServer, startFakeLlmServer } from '@ecp/testing/fake-llm/fake-llm-server';
import { type RedisServer, startRedis } from '../../../apps/platform/testing/servers/start-redis.ts';
import { type S3Server, startS3Server } from '../../../apps/platform/testing/servers/start-s3-server.ts';
import { PostgresPair } from './postgres-pair.ts';
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

/** The only model of the provider. */
export const model = 'fake-model';
const prices = { inputPerMillion: 3, outputPerMillion: 15 };

/** The servers that the product uses, without a fault between them and it. */
export interface Surroundings {
  /** Folder of all files of the system. */
  folder: string;
  /** Folder for the logs of the services and of Postgres. */
  logs: string;
  /** Folder for temporary files of the services. */
  temporary: string;
  postgres: PostgresPair;
  redis: RedisServer | null;
  s3: S3Server;
  provider: FakeLlmServer;
  /** File with the prices of the provider's model. */
  catalog: string;
  receiver: WebhookReceiver;
}

/** Acts that close what was opened, the last one first. */
export type Closers = (() => Promise<unknown>)[];

/** Closes everything that is still open. */
export async function closeAll(closers: Closers): Promise<void> {
  for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
}

/** Starts the servers, and adds to `closers` what ends them and removes their files. */
export async function openSurroundings(modelMs: number, closers: Closers): Promise<Surroundings> {
  const folder = await mkdtemp(join(tmpdir(), 'chaos-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o711); // the user of Postgres enters it
  const logs = join(folder, 'logs');
  await mkdir(logs);
  await chmod(logs, 0o777); // the server writes its log there
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  await chmod(temporary, 0o1777);
  const postgres = await PostgresPair.open(folder, console.error);
  closers.push(() => postgres.close());
  await migrate(postgres.ownerUrl());
  const redis = await startRedis();
  closers.push(async () => redis?.stop());
  const s3 = await startS3Server();
  closers.push(() => s3.close());
  const provider = await startFakeLlmServer({ latencyMs: modelMs, models: [model], prices });
  closers.push(() => provider.close());
  const receiver = await startReceiver();
  closers.push(() => receiver.close());
  const catalog = join(folder, 'model-catalog.json');
  const entry = { id: model, provider: 'openai-compatible', ...prices, tier: 'standard' };
  await writeFile(catalog, JSON.stringify({ models: [entry] }));
  return { folder, logs, temporary, postgres, redis, s3, provider, catalog, receiver };
}
