import type { BalancedClient } from '../load/client.ts';

/** A run in an export. */
interface ExportedRun {
  id: string;
  engagementId: string;
  status: string;
  error: string | null;
  /** In USD. */
  estimatedCost: number;
}

/** The part of a tenant's export that the checks read. An export holds every row; a list ends after its limit. */
export interface AccountExport {
  runs: ExportedRun[];
  deliverables: { engagementId: string; filename: string }[];
  auditLog: { head: string; entries: { action: string; metadata: { runId?: string } }[] };
}

/** A tenant as its owner sees it through the API. */
export interface CheckedTenant {
  client: Pick<BalancedClient, 'send'>;
  engagementIds: string[];
  exported: AccountExport;
}

/** An export of many documents takes longer than other answers. */
const exportLimitMs = 120_000;

/** Reads the exports of tenants, one after the other. Throws if an answer is no export. */
export async function readExports(
  tenants: readonly Pick<CheckedTenant, 'client' | 'engagementIds'>[],
): Promise<CheckedTenant[]> {
  const checked: CheckedTenant[] = [];
  for (const { client, engagementIds } of tenants) {
    const path = '/api/account/export';
    const { status, body } = await client.send<AccountExport>('get', path, { limitMs: exportLimitMs });
    if (status !== 200) throw new Error(`GET ${path} answered ${status}`);
    checked.push({ client, engagementIds, exported: body });
  }
  return checked;
}
