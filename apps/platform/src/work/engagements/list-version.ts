import type { ListEngagementsQuery } from '@ecp/contract/work/engagements';
import type { Statement } from '@ecp/database/statement';
import { type Timeline, timelineColumn } from '../../kernel/sql.ts';

/** The version of a tenant's list, which triggers raise in the transaction of each change; 0 before the first one. */
export interface ListVersion extends Timeline {
  version: number;
}

/** Selects the version of the current tenant's list. */
export const selectListVersion: Statement<ListVersion> = {
  name: 'select_list_version',
  text: `select coalesce(
      (select version from platform.list_versions where tenant_id = platform.current_tenant_id()), 0
    ) as version, ${timelineColumn}`,
};

/** Names a list by everything of the request that it depends on (ENG-18). */
export function nameOfList({ status, q, cursor, limit, ...query }: ListEngagementsQuery): string {
  return JSON.stringify(['engagements', status, query.include_archived === true, q, cursor, limit]);
}

/** Whether the next reader gets the same text: searches and pages are read anew, so that they displace no other text. */
export function isKept({ q, cursor, limit }: ListEngagementsQuery): boolean {
  return q === undefined && cursor === undefined && limit === undefined;
}
