/**
 * SQL. It selects the ids of the sessions in reach of row `me` of platform.users: those that are or were in its tenant,
 * and those that may switch to it, because they are in a proven row of the address and their holder reads the mailbox.
 */
export const reachableSessions = `
  select r.id from platform.sessions r
  join platform.users o on o.tenant_id = r.tenant_id and o.id = r.user_id
  where o.email = me.email
    and (o.id = me.id or r.mailbox_proven and o.email_verified_at is not null and me.email_verified_at is not null)`;
