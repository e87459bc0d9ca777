import { startEngineProcess } from '../../../apps/engine/testing/engine-process.ts';
import { startPricedProvider } from '../../../apps/engine/testing/priced-provider.ts';
import type { BenchDatabase } from '../bench-database.ts';
import { insertTenant } from '../seed-tenants.ts';
import { engineToken, startPlatform } from '../start-platform.ts';

/** An engagement whose run waits for a model that never answers. */
export interface RunningEngagement {
  tenantId: string;
  engagementId: string;
  runId: string;
  keys: string[];
}

/** A platform and an engine in processes of their own, with running engagements. */
export interface RunningEngagements {
  databaseUrl: string;
  baseUrl: string;
  platformPid: number;
  enginePid: number;
  engagements: RunningEngagement[];
  close(): Promise<void>;
}

/** Starts both services and a run in each of `tenants` tenants, which have `keys` API keys each. */
export async function startRunningEngagements(
  database: BenchDatabase,
  { name, tenants, keys }: { name: string; tenants: number; keys: number },
): Promise<RunningEngagements> {
  const databaseUrl = await database.create(name);
  const provider = await startPricedProvider();
  provider.failWhen(() => ({ kind: 'hang' }));
  const engine = await startEngineProcess(databaseUrl, { ...provider.environment, ENGINE_TOKEN: engineToken });
  const platform = await startPlatform(databaseUrl, { ENGINE_URL: engine.baseUrl });
  const close = async () => {
    await platform.stop();
    await engine.kill();
    await provider.close();
  };
  const { baseUrl } = platform;
  const engagements: RunningEngagement[] = [];
  try {
    for (let tenant = 0; tenant < tenants; tenant += 1) {
      engagements.push(await startEngagement({ databaseUrl, baseUrl, tenantId: `tenant-${tenant}`, keys }));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    databaseUrl,
    baseUrl,
    platformPid: platform.process.pid ?? 0,
    enginePid: engine.pid,
    engagements,
    close,
  };
}

async function startEngagement({
  databaseUrl,
  baseUrl,
  tenantId,
  keys: count,
}: {
  databaseUrl: string;
  baseUrl: string;
  tenantId: string;
  keys: number;
}): Promise<RunningEngagement> {
  const keys = await insertTenant(databaseUrl, tenantId, count);
  const post = async <Body>(path: string, body: object): Promise<Body> => {
    const response = await fetch(`${baseUrl}/api/engagements${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} was refused: ${await response.text()}`);
    return (await response.json()) as Body;
  };
  const tasks = [{ name: 'Market research', description: 'Size the market.' }];
  const given = { name: 'Growth plan', client: 'Northwind', brief: 'Whether it pays.', budget: 5, tasks };
  const { id: engagementId } = await post<{ id: string }>('', given);
  const { runId } = await post<{ runId: string }>(`/${engagementId}/run`, {});
  return { tenantId, engagementId, runId, keys };
}
