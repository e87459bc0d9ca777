import type { Role, User } from '@ecp/contract/identity/auth';
import type { Notice } from '@ecp/contract/reach/notices';
import type { ClientAnswer } from '@ecp/testing/cookie-client';
import { waitForMails } from '@ecp/testing/mail-folder';
import {
  type Credentials,
  createPopulatedTenant,
  type PopulatedTenant,
} from '../populated-tenant.ts';
import type { TestPlatform } from '../start-test-platform.ts';

type Answer = ClientAnswer<Record<string, unknown>>;
interface Inbox {
  notices: Notice[];
  unread: number;
}

/** A tenant whose people get notices, and the client of one of its engagements. */
export interface NoticeTenant extends PopulatedTenant {
  /** Sends a request with the session of a role, or with other credentials. */
  call(as: Role | Credentials, method: string, path: string, body?: object): Promise<Answer>;
  /** Lists the inbox of a role without the notice that every populated tenant's owner has. */
  inbox(role: Role): Promise<Inbox>;
  /** Waits for `count` mails to a role whose subject contains `subject`, and returns them. */
  mails(role: Role, subject: string, count?: number): Promise<string[]>;
  userOf(role: Role): User;
  /**
   * Adds an engagement whose latest run was started by this role; returns its id and a client's
   * credentials.
   */
  addEngagementOf(role: Role, clientName?: string): Promise<{ id: string; client: Credentials }>;
}

/**
 * Signs up and fills a tenant. The inbox of its owner is empty, and everybody has the default
 * settings.
 */
export async function createNoticeTenant(platform: TestPlatform): Promise<NoticeTenant> {
  const tenant = await createPopulatedTenant(platform);
  await platform.asSuperuser('delete from platform.notices where tenant_id = $1', [
    tenant.tenantId,
  ]);
  await platform.asSuperuser('delete from platform.notification_settings where tenant_id = $1', [
    tenant.tenantId,
  ]);
  const { members } = (await tenant.owner.get<{ members: User[] }>('/api/team')).body;
  const userOf = (role: Role): User => {
    const found = members.find((member) => member.role === role);
    if (!found) throw new Error(`Nobody is ${role}`);
    return found;
  };
  const call: NoticeTenant['call'] = async (as, method, path, body) => {
    const credentials = typeof as === 'string' ? tenant.sessions[as] : as;
    const response = await fetch(platform.baseUrl + path, {
      method,
      headers: { ...credentials, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Answer['body'],
    };
  };
  return {
    ...tenant,
    call,
    userOf,
    inbox: async (role) => (await call(role, 'GET', '/api/notices')).body as unknown as Inbox,
    async mails(role, subject, count = 1) {
      const matching = (mails: string[]) =>
        mails.filter((mail) => new RegExp(`^Subject: .*${subject}`, 'm').test(mail));
      for (let expected = count; ; expected += 1) {
        const all = await waitForMails(platform.dataDir, userOf(role).email, expected);
        if (matching(all).length >= count) return matching(all);
      }
    },
    async addEngagementOf(role, clientName = 'Clara') {
      const id = await tenant.addEngagement();
      await platform.asSuperuser(
        'update platform.runs set started_by = $2 where engagement_id = $1',
        [id, userOf(role).id],
      );
      return { id, client: (await tenant.addPortalToken(id, clientName)).credentials };
    },
  };
}

/** The `List-Unsubscribe` address of a mail; undefined without one. */
export const unsubscribeUrlOf = (mail: string | undefined): string | undefined =>
  /^List-Unsubscribe: <(.+)>\r?$/m.exec(mail ?? '')?.[1];
