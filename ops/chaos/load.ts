import { setTimeout as wait } from 'node:timers/promises';
import { signUpTenant } from '@ecp/testing/cookie-client';
import { BalancedClient, consult, createEngagement, type Journal } from './consultant.ts';
import type { ChaosSystem } from './system.ts';

/** Time for all that the checks read through the clients. */
const readLimitMs = 600_000;
/** The plan of a new tenant allows so many engagements a month. */
const engagementsPerTenant = 5;
const events = [
  'engagement.started',
  'engagement.completed',
  'engagement.failed',
  'deliverable.ready',
];

export interface LoadOptions {
  engagements: number;
  /** Limits the pause of a consultant between two runs, in milliseconds. */
  pauseMs: number;
}

export interface RunningLoad {
  /** The owner of each tenant. */
  clients: BalancedClient[];
  /**
   * Starts no further run, and resolves when each consultant has seen the end of the last one, or
   * after `limitMs`. Returns why consultants have stopped before.
   */
  finish(limitMs: number): Promise<string[]>;
}

/** Lets one consultant work on each engagement. */
export async function openLoad(
  { baseUrls, webhookUrl }: ChaosSystem,
  journal: Journal,
  { engagements, pauseMs }: LoadOptions,
): Promise<RunningLoad> {
  const closing = new AbortController();
  const stopped = new AbortController();
  const clients: BalancedClient[] = [];
  const consultants: Promise<void>[] = [];
  for (let number = 0; number < engagements; number += 1) {
    if (number % engagementsPerTenant === 0) {
      const owner = new BalancedClient(baseUrls, journal, stopped.signal);
      await owner.signIn(signUpTenant);
      const body = { url: webhookUrl, events };
      const created = await owner.send('post', '/api/webhooks', { body });
      if (created.status !== 201) throw new Error(`The webhook was refused: ${created.status}`);
      clients.push(owner);
    }
    const client = clients.at(-1) as BalancedClient;
    const engagementId = await createEngagement(client, journal, `Matter ${number + 1}`);
    const work = { client, journal, engagementId, closing: closing.signal, pauseMs };
    consultants.push(consult(work));
  }
  const all = Promise.allSettled(consultants);
  return {
    clients,
    async finish(limitMs) {
      closing.abort();
      await Promise.race([all, wait(limitMs)]);
      stopped.abort(new Error('The load has stopped'));
      const ends = await all;
      for (const client of clients) client.stopped = AbortSignal.timeout(readLimitMs);
      const reasons = ends.flatMap((end) =>
        end.status === 'rejected' ? [end.reason as unknown] : [],
      );
      return reasons.filter((reason) => !isStop(reason, stopped.signal)).map(String);
    },
  };
}

/** A request or wait that ended because the load ended. */
const isStop = (reason: unknown, { reason: end }: AbortSignal): boolean =>
  reason === end || (reason instanceof Error && reason.name === 'AbortError');
