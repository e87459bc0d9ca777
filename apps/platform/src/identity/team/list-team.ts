import type { User } from '@ecp/contract/identity/auth';
import type { ListTeamQuery } from '@ecp/contract/identity/team';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';
import { afterCursor, createdMicrosColumn, nextCursorOf } from '../../kernel/paging/page-cursor.ts';
import { toUser, type UserRow, userColumns } from '../sessions/signed-in.ts';

/** Default page length. It covers every realistic team. */
const defaultPage = 1_000;

/** A page of the team. `nextCursor` is null on the last page. */
export interface TeamPage {
  members: User[];
  nextCursor: string | null;
}

type ListedRow = UserRow & { created_micros: string };

/**
 * Lists the members of the tenant, including invited ones, the oldest first (TEA-3).
 * Error: `invalid_request` for a malformed cursor.
 */
export async function listTeam({ services, tenantId }: RequestContext, query: ListTeamQuery): Promise<TeamPage> {
  const limit = query.limit ?? defaultPage;
  const [found] = await services.database.batchTenant(tenantId, [selectPage(tenantId, query, limit + 1)]);
  const rows = found.slice(0, limit);
  return { members: rows.map(toUser), nextCursor: nextCursorOf(rows, found.length > limit) };
}

function selectPage(tenantId: string, query: ListTeamQuery, rows: number): Statement<ListedRow> {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const ofTenant = `tenant_id = ${place(tenantId)}`;
  const after = query.cursor === undefined ? '' : `and ${afterCursor(query.cursor, place, 'oldest')}`;
  return {
    name: `list_team${after && ' after'}`,
    text: `select ${userColumns}, ${createdMicrosColumn} from platform.users u where ${ofTenant} ${after}
      order by created_at, id limit ${place(rows)}`,
    values,
  };
}
