import type { Session } from '@ecp/contract/identity/sessions';
import type { RequestContext } from '../../kernel/context.ts';
import { requireSession } from './own-session.ts';
import { reachableSessions } from './reachable-sessions.ts';
import { isValidSession } from './valid-session.ts';

const maxListed = 200;

interface Row {
  id: string;
  created_at: Date;
  last_used_at: Date;
  ip_address: string | null;
  user_agent: string | null;
}

/**
 * Lists the valid sessions in reach of the caller, last used first, at most 200 (AUT-21): those that a reset of the
 * password would end. A session began with its sign-in, in whichever tenant that was.
 */
export async function listSessions(context: RequestContext): Promise<Session[]> {
  const { userId, tenantId, sessionId } = requireSession(context);
  const [rows] = await context.services.database.batchSystem<[Row]>([
    { name: 'list_sessions', text: select, values: [tenantId, userId, maxListed] },
  ]);
  return rows.map((row) => ({
    id: row.id,
    current: row.id === sessionId,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    address: row.ip_address,
    userAgent: row.user_agent,
  }));
}

const select = `
  select s.id, (select min(b.created_at) from platform.sessions b where b.id = s.id) as created_at, s.last_used_at,
    s.ip_address, s.user_agent
  from platform.users me join platform.sessions s on s.id in (${reachableSessions})
  where me.tenant_id = $1 and me.id = $2 and ${isValidSession}
  order by s.last_used_at desc, s.id limit $3`;
