import { DBOS } from '@dbos-inc/dbos-sdk';
import type { DurableName } from './durable-work.ts';

const pageSize = 1_000;

/** Work that is pointless without its tenant, and may be due in hours only. All other ends by itself when its tenant is gone. */
const revocable: readonly DurableName[] = ['sendMail', 'sendLinkMail', 'deliverWebhook'];
const over = ['SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED'];

/**
 * Deletes all durable work of an erased tenant with its inputs. Work that still has to act for it, such as erasing at the
 * engine, is waited for: this throws until it has ended.
 */
export async function forgetWorkOfTenant(tenantId: string): Promise<void> {
  const found: { id: string; name: string; status: string }[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const page = await DBOS.listWorkflows({ limit: pageSize, offset, loadInput: true, loadOutput: false });
    for (const { workflowID: id, workflowName: name, status, input } of page) {
      if (JSON.stringify(input ?? null).includes(JSON.stringify(tenantId).slice(1, -1)))
        found.push({ id, name, status });
    }
    if (page.length < pageSize) break;
  }
  const open = found.filter(({ status }) => !over.includes(status));
  const pointless = open.filter(({ name }) => revocable.some((kind) => kind === name));
  if (pointless.length > 0) await DBOS.cancelWorkflows(pointless.map(({ id }) => id));
  const left = open.length - pointless.length;
  const gone = found.filter((work) => !open.includes(work) || pointless.includes(work));
  if (gone.length > 0) await DBOS.deleteWorkflows(gone.map(({ id }) => id));
  if (left > 0) throw new Error(`${left} pieces of work of the erased tenant are not over yet`);
  // Pages move when other work ends between them: only a look that finds nothing is the last.
  if (gone.length > 0) await forgetWorkOfTenant(tenantId);
}
