import type { DurableQueue, WorkRecord } from '@ecp/durable-work/durable-queue';
import type { DurableWorkName } from './durable-work.ts';

const pageSize = 1_000;

/**
 * Work that is pointless without its tenant, whose files are gone already, and may be hours away. Other work ends soon
 * when its tenant is gone.
 */
const revocable: readonly DurableWorkName[] = [
  ...(['sendMail', 'sendLinkMail', 'sendQuestionMail', 'sendReleaseMail'] as const),
  ...(['deliverWebhook', 'postNotice', 'deleteStoredFiles'] as const),
];

/**
 * Deletes all durable work of an erased tenant with its inputs. Throws until work that still has to act for the tenant,
 * such as erasing its data in the engine, has ended.
 */
export async function eraseTenantWork(queue: DurableQueue, tenantId: string): Promise<void> {
  const found: WorkRecord[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const page = await queue.list({ limit: pageSize, offset, withInput: true });
    found.push(...page.filter(({ input }) => names(input, tenantId)));
    if (page.length < pageSize) break;
  }
  const open = found.filter(({ state }) => state !== 'ended');
  // A run that waits for people is followed again hours later; a follower that is at work ends by itself.
  const pointless = open.filter(
    ({ workflow, state }) =>
      revocable.some((kind) => kind === workflow) || (workflow === 'followRun' && state === 'waiting'),
  );
  if (pointless.length > 0) await queue.cancel(pointless.map(({ id }) => id));
  const left = open.length - pointless.length;
  const gone = found.filter((work) => !open.includes(work) || pointless.includes(work));
  if (gone.length > 0) await queue.remove(gone.map(({ id }) => id));
  if (left > 0) throw new Error(`${left} pieces of work of the erased tenant are not over yet`);
  // Pages shift when other work ends between reads, so only a pass that finds nothing is the last.
  if (gone.length > 0) await eraseTenantWork(queue, tenantId);
}

function names(input: unknown, tenantId: string): boolean {
  return JSON.stringify(input ?? null).includes(JSON.stringify(tenantId).slice(1, -1));
}
