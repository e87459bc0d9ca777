import { setTimeout as wait } from 'node:timers/promises';
import { signUpTenant } from '@ecp/testing/cookie-client';
import { BalancedClient, consult, createEngagement, type Journal } from './consultant.ts';
import type { ChaosSystem } from './system.ts';

/** Time for all that the checks read of a tenant. */
const readLimitMs = 600_000;
/** The plan of a new tenant allows so many engagements a month. */
const engagementsPerTenant = 5;
const events = [
  'engagement.started',
  'engagement.completed',
  'engagement.failed',
  'deliverable.ready',
];

/** A tenant with its owner's session. */
interface LoadTenant {
  client: BalancedClient;
  engagementIds: string[];
}

export interface RunningLoad {
  tenants: LoadTenant[];
  /**
   * Returns a client of the tenant's owner that works for ten minutes, also after the load has
   * stopped.
   */
  openClient(tenant: LoadTenant): BalancedClient;
  /**
   * Starts no further run, and resolves when each consultant has seen the end of the last one, or
   * after `limitMs`. Returns why consultants have stopped before.
   */
  finish(limitMs: number): Promise<string[]>;
}

/**
 * Signs tenants up, each with a webhook and engagements, and lets a consultant work on each
 * engagement.
 */
export async function openLoad(
  { baseUrls, webhookUrl }: ChaosSystem,
  journal: Journal,
  { engagements, pauseMs }: { engagements: number; pauseMs: number },
): Promise<RunningLoad> {
  const closing = new AbortController();
  const stopped = new AbortController();
  const tenants = await Promise.all(
    Array.from(
      { length: Math.ceil(engagements / engagementsPerTenant) },
      async (_, place): Promise<LoadTenant> => {
        const client = new BalancedClient(baseUrls, journal, stopped.signal);
        const { tenantId } = await client.use((first) => signUpTenant(first));
        const created = await client.send('post', '/api/webhooks', {
          body: { url: webhookUrl, events },
        });
        if (created.status !== 201)
          throw new Error(`The webhook was refused with ${created.status}`);
        const count = Math.min(engagementsPerTenant, engagements - place * engagementsPerTenant);
        const names = Array.from(
          { length: count },
          (_, number) => `Matter ${place + 1}-${number + 1}-${tenantId}`,
        );
        const ids = await Promise.all(names.map((name) => createEngagement(client, journal, name)));
        return { client, engagementIds: ids };
      },
    ),
  );
  const consultants = tenants.flatMap(({ client, engagementIds }) =>
    engagementIds.map((engagementId) =>
      consult({ client, journal, engagementId, closing: closing.signal, pauseMs }),
    ),
  );
  const all = Promise.allSettled(consultants);
  return {
    tenants,
    openClient: ({ client }) => client.copy(AbortSignal.timeout(readLimitMs)),
    async finish(limitMs) {
      closing.abort();
      await Promise.race([all, wait(limitMs)]);
      stopped.abort(new Error('The load has stopped'));
      const reasons = (await all).flatMap((end) =>
        end.status === 'rejected' ? [end.reason as unknown] : [],
      );
      return reasons
        .filter((reason) => reason !== stopped.signal.reason && !isAbort(reason))
        .map(String);
    },
  };
}

/** A wait that ended because the load ended. */
const isAbort = (reason: unknown) => reason instanceof Error && reason.name === 'AbortError';
