import type { Role } from '@ecp/contract/identity/auth';
import { createNoticeTenant, type NoticeTenant } from './notices/notice-tenant.ts';
import type { Credentials } from './populated-tenant.ts';
import { raiseWall } from './raise-wall.ts';
import { type SentAnswer, sendRequest } from './send-request.ts';
import type { TestPlatform } from './start-test-platform.ts';

/**
 * A tenant with an engagement behind a wall that has one member, in the role `member`. Everybody
 * else is outside.
 */
export interface WalledTenant extends NoticeTenant {
  /** The engagement behind the wall, whose latest run the member has started. */
  hidden: string;
  /** The client of that engagement. */
  client: Credentials;
  /** An engagement that everybody sees. */
  open: string;
  wall: string;
  /** Sends a request with the session of a role, or with other credentials. */
  ask(
    as: Role | Credentials,
    method: string,
    path: string,
    body?: object,
    headers?: Credentials,
  ): Promise<SentAnswer>;
  /** Makes somebody a member of the wall. */
  join(role: Role): Promise<void>;
  /** Ends a membership of the wall. */
  leave(role: Role): Promise<void>;
  /** Makes a key of somebody, tenant-wide by default. */
  keyOf(role: Role, engagementId?: string): Promise<{ id: string; credentials: Credentials }>;
}

/** Signs up and fills a tenant, and puts up its wall. */
export async function createWalledTenant(platform: TestPlatform): Promise<WalledTenant> {
  const tenant = await createNoticeTenant(platform);
  const { tenantId } = tenant;
  const { id: hidden, client } = await tenant.addEngagementOf('member');
  const { id: open } = await tenant.addEngagementOf('admin');
  const memberIds = [tenant.userOf('member').id];
  const wall = await raiseWall(platform, tenantId, { engagementIds: [hidden], memberIds });
  const join: WalledTenant['join'] = async (role) => {
    await platform.asSuperuser(
      'insert into platform.wall_insiders (tenant_id, wall_id, user_id, user_name) values ($1, $2, $3, $4)',
      [tenantId, wall, tenant.userOf(role).id, role],
    );
  };
  return {
    ...tenant,
    hidden,
    client,
    open,
    wall,
    join,
    ask: (as, method, path, body, headers = {}) =>
      sendRequest(
        platform,
        { method, path, body },
        { ...(typeof as === 'string' ? tenant.sessions[as] : as), ...headers },
      ),
    async leave(role) {
      await platform.asSuperuser(
        'update platform.wall_insiders set until = clock_timestamp() where wall_id = $1 and user_id = $2',
        [wall, tenant.userOf(role).id],
      );
    },
    async keyOf(role, engagementId) {
      const key = await tenant.addKey();
      await platform.asSuperuser(
        'update platform.api_keys set created_by = $2, engagement_id = $3 where id = $1',
        [key.id, tenant.userOf(role).id, engagementId ?? null],
      );
      return key;
    },
  };
}
