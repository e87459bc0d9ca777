import { createId } from '@ecp/database/create-id';
import { createToken } from '../src/kernel/keys/tokens.ts';
import { insertMember, insertSession } from './insert-records.ts';
import type { Credentials } from './populated-tenant.ts';
import type { TestPlatform } from './start-test-platform.ts';

type Target = Pick<TestPlatform, 'asSuperuser' | 'baseUrl' | 'database'>;

/** A person of a tenant with a session. */
export interface Person {
  userId: string;
  credentials: Credentials;
}

/** Adds a person to a tenant, and opens a session. */
export async function addPerson(
  platform: Target,
  tenantId: string,
  role: Parameters<typeof insertMember>[2]['role'] = 'member',
): Promise<Person> {
  const userId = await insertMember(platform, tenantId, { role, marker: 'person' });
  const token = createToken();
  await insertSession(platform, tenantId, { userId, token });
  return { userId, credentials: { cookie: `ecp_session=${token}` } };
}

/**
 * Puts a wall before engagements of a tenant, with the members and the walls that it excludes;
 * returns its id.
 */
export async function raiseWall(
  { asSuperuser }: Pick<TestPlatform, 'asSuperuser'>,
  tenantId: string,
  {
    engagementIds,
    memberIds = [],
    excludes = [],
  }: { engagementIds: string[]; memberIds?: string[]; excludes?: string[] },
): Promise<string> {
  const id = createId();
  await asSuperuser('insert into platform.walls (id, tenant_id, name) values ($1, $2, $1)', [
    id,
    tenantId,
  ]);
  const add = (table: string, columns: string, values: string[]) =>
    asSuperuser(
      `insert into platform.${table} (tenant_id, wall_id, ${columns}) select $1, $2, ${columns.includes(',') ? 'given, given' : 'given'}
        from unnest($3::text[]) given`,
      [tenantId, id, values],
    );
  await add('wall_engagements', 'engagement_id', engagementIds);
  await add('wall_insiders', 'user_id, user_name', memberIds);
  await add('wall_exclusions', 'excluded_id', excludes);
  return id;
}
