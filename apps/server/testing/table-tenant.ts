import type { DataTable, RecordedQuery } from '@ecp/contract/work/tables';
import {
  type AttachmentTenant,
  addAttachmentEngagement,
  createAttachmentTenant,
} from './attachment-tenant.ts';
import type { TestPlatform } from './start-test-platform.ts';

/**
 * A tenant with an engagement that has a table `sales` of three rows, and the calls that tests of
 * tables share.
 */
export interface TableTenant extends AttachmentTenant {
  /** Path of the engagement. */
  base: string;
  /** The attachment `sales.csv`. */
  salesId: string;
  listTables(): Promise<DataTable[]>;
  /** Attaches a file and waits until its tables are built; returns its id. */
  attach(name: string, content: string | Buffer): Promise<string>;
  /** Records a query; throws when it is refused. */
  query(sql: string, title?: string): Promise<RecordedQuery>;
  /**
   * Adds an engagement that has the table `sales` too. The sandbox's children of the tenant are
   * warm.
   */
  addEngagement(): Promise<TableTenant>;
}

export const salesCsv = 'region,amount\nNorth,10\nSouth,32\nEast,7\n';

/** Signs up a tenant without limits and attaches `sales.csv`. */
export async function createTableTenant(platform: TestPlatform): Promise<TableTenant> {
  return attachSales(platform, await createAttachmentTenant(platform, { plan: 'enterprise' }));
}

async function attachSales(platform: TestPlatform, tenant: AttachmentTenant): Promise<TableTenant> {
  const attach = async (name: string, content: string | Buffer) => {
    const { id } = await tenant.upload(name, content);
    await tenant.read(id);
    return id;
  };
  const salesId = await attach('sales.csv', salesCsv);
  const base = `/api/engagements/${tenant.engagementId}`;
  return {
    ...tenant,
    base,
    salesId,
    attach,
    addEngagement: async () =>
      attachSales(platform, await addAttachmentEngagement(platform, tenant)),
    listTables: async () =>
      (await tenant.get<{ tables: DataTable[] }>(`${base}/tables`)).body.tables,
    async query(sql, title) {
      const { status, body } = await tenant.post<RecordedQuery>(`${base}/queries`, { sql, title });
      if (status !== 201) throw new Error(`The query was refused: ${JSON.stringify(body)}`);
      return body;
    },
  };
}
