import { setTimeout as delay } from 'node:timers/promises';
import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { waitForConfirmations } from '@ecp/testing/mail-folder';
import { exampleRequest } from '../../apps/server/testing/hostile/example-requests.ts';
import { readEverythingOf } from '../../apps/server/testing/hostile/tenant-walls.ts';
import {
  type Credentials,
  createPopulatedTenant,
  type PopulatedTenant,
} from '../../apps/server/testing/populated-tenant.ts';
import { sendRequest } from '../../apps/server/testing/send-request.ts';
import type { TestPlatform } from '../../apps/server/testing/start-test-platform.ts';

/** A platform under attack: its address, and its database without row-level security. */
export type ProbeTarget = Pick<TestPlatform, 'baseUrl' | 'database' | 'asSuperuser' | 'dataDir'>;

/** Somebody of the attacking tenant, or nobody. */
export interface Caller {
  name: string;
  kind: 'session' | 'key' | 'portal' | 'none';
  credentials: Credentials;
  /** Makes the credentials valid again when a probe has ended them. */
  revive(): Promise<void>;
}

/** Secrets of the other tenant's people. A probe sends them in the wrong form or place only. */
interface ForeignSecrets {
  session: string;
  key: string;
  portalToken: string;
  downloadToken: string;
  /**
   * ETags of the other tenant's answers, without those that its answers share with every tenant.
   */
  etags: string[];
  /** Cursors into the other tenant's lists. */
  cursors: string[];
  /** Idempotency keys that the other tenant has used, by the endpoint. */
  idempotencyKeys: Map<Endpoint, string>;
}

/** Both tenants, and all that probes are made from. */
export interface Ground {
  own: PopulatedTenant;
  foreign: PopulatedTenant;
  callers: Caller[];
  secrets: ForeignSecrets;
  /** A multipart body by the endpoint that takes it. */
  forms: Map<string, { type: string; bytes: Buffer }>;
  /**
   * Words that no answer to the attacking tenant may contain: the marker and every id of the other
   * tenant.
   */
  marks: Set<string>;
  /** All rows of the other tenant before the first probe. */
  foreignBefore: string[];
}

/** An id or a marker, as it stands in texts. */
export const wordPattern = /\b(?:marker)?[a-z][a-z0-9]{23}\b/g;

/**
 * Makes the attacking tenant and the tenant that it attacks. Ends when the latter's background work
 * has ended.
 */
export async function prepareGround(target: ProbeTarget): Promise<Ground> {
  const [own, foreign] = [await createPopulatedTenant(target), await createPopulatedTenant(target)];
  const callers = await listCallers(own);
  const secrets = await collectSecrets(target, { own, foreign });
  const forms = await encodeForms(own);
  await Promise.all([own, foreign].map(({ email }) => waitForConfirmations(target.dataDir, email)));
  const foreignBefore = await readWhenStill(target, foreign.tenantId);
  const marks = new Set([foreign.marker, ...(foreignBefore.join('\n').match(wordPattern) ?? [])]);
  return { own, foreign, callers, secrets, forms, marks, foreignBefore };
}

/**
 * Reads the tenant's rows until two readings half a second apart are equal. Throws an Error after a
 * minute.
 */
async function readWhenStill(target: ProbeTarget, tenantId: string): Promise<string[]> {
  for (let reading = 0, before: string[] = []; reading < 120; reading += 1) {
    const rows = await readEverythingOf(target, tenantId);
    if (rows.join('\n') === before.join('\n')) return rows;
    before = rows;
    await delay(500);
  }
  throw new Error('The rows of the tenant under attack keep changing without an attack');
}

async function listCallers(own: PopulatedTenant): Promise<Caller[]> {
  const { engagement } = own.ids;
  const session = ([name, credentials]: [string, Credentials]): Caller => {
    return { name, kind: 'session', credentials, revive: () => own.restoreSessions() };
  };
  const renewed = async (
    name: string,
    kind: Caller['kind'],
    make: () => Promise<{ credentials: Credentials }>,
  ) => {
    const revive = async () => {
      caller.credentials = (await make()).credentials;
    };
    const caller: Caller = { name, kind, credentials: {}, revive };
    await revive();
    return caller;
  };
  return [
    ...Object.entries(own.sessions).map(session),
    await renewed('read-write key', 'key', () => own.addKey()),
    await renewed('read-only key', 'key', () => own.addKey({ scope: 'read_only' })),
    await renewed('key of one engagement', 'key', () => own.addKey({ engagementId: engagement })),
    await renewed('client', 'portal', () => own.addPortalToken(engagement)),
    { name: 'stranger', kind: 'none', credentials: {}, revive: async () => undefined },
  ];
}

async function collectSecrets(
  target: ProbeTarget,
  { own, foreign }: Pick<Ground, 'own' | 'foreign'>,
): Promise<ForeignSecrets> {
  await foreign.addEngagement();
  const { engagement, attachment } = foreign.ids;
  const path = `/api/engagements/${engagement}/attachments/${attachment}`;
  const link = await sendRequest(
    target,
    { method: 'GET', path, body: undefined },
    foreign.sessions.owner,
  );
  const bare = ({ authorization = '' }: Credentials) => authorization.replace('Bearer ', '');
  const lists = await readMarks(target, foreign);
  // An answer that is the same for all tenants has the same ETag for all.
  const shared = new Set((await readMarks(target, own)).etags);
  return {
    session: foreign.sessions.owner['cookie']?.replace('ecp_session=', '') ?? '',
    key: bare((await foreign.addKey()).credentials),
    portalToken: bare((await foreign.addPortalToken(engagement)).credentials),
    downloadToken: /downloads\/([^"]+)/.exec(link.text)?.[1] ?? '',
    etags: lists.etags.filter((etag) => !shared.has(etag)),
    cursors: lists.cursors,
    idempotencyKeys: await useIdempotencyKeys(target, foreign),
  };
}

/** Reads what a tenant can read and returns the ETags and cursors of the answers. */
async function readMarks(
  target: ProbeTarget,
  tenant: PopulatedTenant,
): Promise<{ etags: string[]; cursors: string[] }> {
  const etags: string[] = [];
  const cursors: string[] = [];
  for (const endpoint of allEndpoints.filter(
    ({ method, credentials }) => method === 'GET' && credentials === 'any',
  )) {
    if (Object.values(endpoint.responses).some((response) => typeof response === 'string'))
      continue;
    const example = exampleRequest(endpoint, tenant.ids);
    const path = isPaged(endpoint) ? `${example.path}?limit=1` : example.path;
    const { headers } = await sendRequest(target, { ...example, path }, tenant.sessions.owner);
    etags.push(headers.get('etag') ?? '');
    cursors.push(/[?&]cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1] ?? '');
  }
  return { etags: etags.filter(Boolean), cursors: cursors.filter(Boolean) };
}

/** Returns what a cursor says: a place, after the name of the list for some. */
export const readCursor = (cursor: string): string =>
  Buffer.from(cursor.replace(/^\w+\./, ''), 'base64url').toString();

/** Returns true if an endpoint takes a cursor. */
export const isPaged = ({ query }: Endpoint): boolean =>
  'cursor' in ((query as { properties?: object } | undefined)?.properties ?? {});

/** Endpoints whose examples name no record, so that both tenants can send the very same request. */
const repeatable = ['createTemplate', 'createEngagement'];

/**
 * Makes the other tenant use a key for each such request. A repetition by the attacking tenant must
 * not get its answer.
 */
async function useIdempotencyKeys(
  target: ProbeTarget,
  foreign: PopulatedTenant,
): Promise<Map<Endpoint, string>> {
  const keys = new Map<Endpoint, string>();
  for (const endpoint of allEndpoints.filter(({ name }) => repeatable.includes(name))) {
    const key = `${endpoint.name}-${foreign.tenantId}`;
    const headers = { ...foreign.sessions.owner, 'idempotency-key': key };
    await sendRequest(target, exampleRequest(endpoint, foreign.ids), headers);
    keys.set(endpoint, key);
  }
  return keys;
}

async function encodeForms(own: PopulatedTenant): Promise<Ground['forms']> {
  const forms: Ground['forms'] = new Map();
  for (const endpoint of allEndpoints.filter(({ multipart }) => multipart)) {
    const { body } = exampleRequest(endpoint, own.ids);
    if (!(body instanceof FormData)) throw new Error(`The example of ${endpoint.name} is no form`);
    const encoded = new Response(body);
    const bytes = Buffer.from(await encoded.arrayBuffer());
    forms.set(endpoint.name, { type: encoded.headers.get('content-type') ?? '', bytes });
  }
  return forms;
}
