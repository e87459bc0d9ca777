import { DBOS } from '@dbos-inc/dbos-sdk';
import { DBOSExecutor } from '@dbos-inc/dbos-sdk/internal/dbos-executor';
import { claimExecutorSlot, type ExecutorSlot } from '@ecp/database/executor-slot';
import type { FastifyBaseLogger } from 'fastify';

export interface TakeOverOptions {
  databaseUrl: string;
  /** This process's own id, which is left alone. */
  executorId: string;
  log: FastifyBaseLogger;
}

/**
 * Puts unfinished work of dead processes back into its queue, for any process to take up. A process is dead when its
 * executor slot can be claimed (architecture, recovery); the claims are held meanwhile and released at the end.
 */
export async function takeOverWork({ databaseUrl, executorId, log }: TakeOverOptions): Promise<void> {
  const pending = await DBOS.listWorkflows({ status: 'PENDING', loadInput: false, loadOutput: false });
  const owners = new Set(pending.map((work) => work.executorId));
  owners.delete(executorId);
  const lastSlot = Math.max(0, ...[...owners].map((owner) => slotNumber(owner)));
  const claimed: ExecutorSlot[] = [];
  try {
    let slot = 0;
    while (slot < lastSlot) {
      const claim = await claimExecutorSlot(databaseUrl, 'platform');
      claimed.push(claim);
      slot = slotNumber(claim.executorId);
      if (!owners.has(claim.executorId)) continue;
      log.warn({ executorId: claim.executorId }, 'Taking over the work of a process that died');
      await DBOSExecutor.globalInstance?.recoverPendingWorkflows([claim.executorId]);
    }
  } finally {
    for (const claim of claimed) await claim.release();
  }
}

const slotNumber = (executorId: string | undefined): number => Number(/-(\d+)$/.exec(executorId ?? '')?.[1] ?? 0);
