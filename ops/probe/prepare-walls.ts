import { allEndpoints } from '@ecp/contract/all-endpoints';
import { createId } from '@ecp/database/create-id';
import { createToken, hashToken } from '../../apps/server/src/kernel/keys/tokens.ts';
import { insertComment } from '../../apps/server/testing/comments/insert-comment.ts';
import { insertGrid } from '../../apps/server/testing/grids/insert-grid.ts';
import { exampleRequest, type Ids } from '../../apps/server/testing/hostile/example-requests.ts';
import {
  insertAttachment,
  insertCard,
  insertConflict,
  insertFilledEngagement,
  insertPage,
  insertTable,
} from '../../apps/server/testing/insert-records.ts';
import { insertNotice } from '../../apps/server/testing/notices/insert-notices.ts';
import {
  type Credentials,
  createPopulatedTenant,
  type PopulatedTenant,
} from '../../apps/server/testing/populated-tenant.ts';
import { insertQuestion } from '../../apps/server/testing/questions/insert-question.ts';
import { addPerson, type Person, raiseWall } from '../../apps/server/testing/raise-wall.ts';
import { insertUpdate } from '../../apps/server/testing/recurring/insert-update.ts';
import { sendRequest } from '../../apps/server/testing/send-request.ts';
import {
  type Caller,
  collectSecrets,
  connectGroundDirectory,
  encodeForms,
  type Ground,
  type GroundDirectory,
  listCallers,
  type ProbeTarget,
  readCursor,
  readWhenStill,
  wordPattern,
} from './prepare-ground.ts';

/**
 * Answers that tell admins the ids of what is behind walls, or a key its own engagement's, and no
 * word of it. The export of the account has them in its audit log.
 */
const tellIds = new Set([
  'listWalls',
  'createWall',
  'updateWall',
  'listAuditLog',
  'getMe',
  'exportAccount',
  'exportArchive',
]);

/**
 * Makes one tenant with two walls that exclude each other, an engagement full of records behind
 * each, and one behind none. Each ground attacks what is behind one wall as everybody outside: the
 * member of the other wall, an admin, the owner, a viewer, their keys and assistants, also a key of
 * the hidden engagement, and a client of the open one.
 */
export async function prepareWalls(target: ProbeTarget): Promise<Ground[]> {
  const own = await createPopulatedTenant(target);
  const people = [
    await addPerson(target, own.tenantId, 'admin'),
    await addPerson(target, own.tenantId, 'admin'),
  ];
  const before = await readLists(target, own);
  const sides = [];
  for (const insider of people)
    sides.push({ insider, hidden: await hideEngagement(target, own, insider) });
  const [first, second] = sides;
  if (!first || !second) throw new Error('There are two walls');
  const behind = (side: typeof first, excludes: string[]) =>
    raiseWall(target, own.tenantId, {
      engagementIds: [side.hidden.ids.engagement],
      memberIds: [side.insider.userId],
      excludes,
    });
  const walls = [own.ids.wall, await behind(first, [])];
  walls.push(await behind(second, walls.slice(1)));
  const after = await readLists(target, own);
  const lists = [...before]
    .filter(([name, text]) => after.get(name) !== text)
    .map(([name]) => name);
  const outsiders = await listCallers(own);
  const directory = await connectGroundDirectory(target, own);
  const pairs = [
    [first, second],
    [second, first],
  ] as const;
  const grounds: Ground[] = [];
  for (const [side, other] of pairs) {
    const callers = [
      ...outsiders,
      ...side.hidden.callers,
      ...(await callersOf(target, own, other.insider)),
    ];
    grounds.push(
      await prepareSide(target, own, { ...side.hidden, callers, walls, lists, directory }),
    );
  }
  return grounds;
}

/** An engagement that a wall hides, as its insider sees it. */
interface Hidden {
  marker: string;
  ids: Ids;
  sessions: PopulatedTenant['sessions'];
  addKey: PopulatedTenant['addKey'];
  addPortalToken: PopulatedTenant['addPortalToken'];
  /** Keys of outsiders that were made for it before there was a wall. */
  callers: Caller[];
}

/** Adds an engagement with records of every kind, which a wall hides later. */
async function hideEngagement(
  target: ProbeTarget,
  own: PopulatedTenant,
  { userId, credentials }: Person,
): Promise<Hidden> {
  const { tenantId } = own;
  const marker = `marker${createId()}`;
  const engagementId = await insertFilledEngagement(target, tenantId, marker);
  const about = { tenantId, engagementId, marker };
  const attachmentId = await insertAttachment(target, about);
  await insertNotice(target, { ...about, userId });
  // Told to the owner before there was a wall. The insider would read it while attacking the other
  // side.
  await target.asSuperuser(
    `update platform.notice_recipients r set user_id = $2
      from platform.notices n where n.engagement_id = $1 and r.notice_id = n.id`,
    [engagementId, own.userId],
  );
  const post = async (path: string, body: object) => {
    const { status, text } = await sendRequest(target, { method: 'POST', path, body }, credentials);
    if (status !== 201) throw new Error(`${path} was refused: ${status} ${text}`);
    return JSON.parse(text) as Record<string, string>;
  };
  const bearer = (token: string | undefined): Credentials => ({ authorization: `Bearer ${token}` });
  const addKey: PopulatedTenant['addKey'] = async (options = {}) => {
    const { id = '', key } = await post('/api/api-keys', {
      name: options.engagementId ? marker : 'Key of an insider',
      ...options,
    });
    return { id, credentials: bearer(key) };
  };
  const addPortalToken: PopulatedTenant['addPortalToken'] = async () => {
    const { id = '', token } = await post(`/api/engagements/${engagementId}/portal-tokens`, {
      permissions: ['read'],
    });
    return { id, credentials: bearer(token) };
  };
  // What is of no engagement is open to everybody inside the tenant, so its place gets an id that
  // names nothing.
  const nothing = Object.fromEntries(
    Object.keys(own.ids).map((kind) => [kind, createId()]),
  ) as unknown as Ids;
  const ids: Ids = {
    ...nothing,
    engagement: engagementId,
    filename: `${marker}.md`,
    attachment: attachmentId,
    ...(await insertTable(target, { ...about, attachmentId })),
    question: (await insertQuestion(target, about)).question,
    conflict: await insertConflict(target, about),
    comment: await insertComment(target, about),
    page: await insertPage(target, about),
    update: await insertUpdate(target, about),
    grid: await insertGrid(target, { ...about, attachmentId }),
    card: await insertCard(target, about),
    portalToken: (await addPortalToken(engagementId)).id,
    apiKey: (await addKey({ engagementId })).id,
  };
  const bound = await own.addKey({ engagementId });
  const revive = async () => undefined;
  const caller: Caller = {
    name: 'key of the hidden engagement',
    kind: 'key',
    ...bound,
    bound: true,
    revive,
  };
  const sessions = {
    owner: credentials,
    admin: credentials,
    member: credentials,
    viewer: credentials,
  };
  return { marker, ids, sessions, addKey, addPortalToken, callers: [caller] };
}

/** A member of the other wall, and the assistants of this one and of the owner. */
async function callersOf(
  target: ProbeTarget,
  own: PopulatedTenant,
  { userId, credentials }: Person,
): Promise<Caller[]> {
  const assistantOf = async (of: string): Promise<Credentials> => {
    const token = `svc_mcp_${createToken()}`;
    await target.asSuperuser(
      `insert into platform.api_keys (id, tenant_id, name, prefix, key_hash, scope, expires_at, created_by, assistant)
        values ($1, $2, 'Assistant', 'svc_mcp_', $3, 'read_write', now() + interval '1 day', $4, true)`,
      [createId(), own.tenantId, hashToken(token), of],
    );
    return { authorization: `Bearer ${token}` };
  };
  const revive = async () => undefined;
  return [
    { name: 'member of the other wall', kind: 'session', credentials, revive },
    {
      name: 'assistant of the owner',
      kind: 'key',
      credentials: await assistantOf(own.userId),
      revive,
    },
    {
      name: 'assistant of the other wall',
      kind: 'key',
      credentials: await assistantOf(userId),
      revive,
    },
  ];
}

interface Side extends Hidden {
  walls: string[];
  lists: string[];
  directory: GroundDirectory;
}

async function prepareSide(target: ProbeTarget, own: PopulatedTenant, side: Side): Promise<Ground> {
  const { marker, ids, sessions, addKey, addPortalToken, callers, walls, lists, directory } = side;
  const foreign: PopulatedTenant = {
    ...own,
    marker,
    ids,
    sessions,
    addKey,
    addPortalToken,
    addEngagement: async () => ids.engagement,
  };
  const collected = await collectSecrets(target, { own, foreign });
  // The use of a key changes its row, and the audit log has the ids that an assistant has sent.
  const isOfCaller = (row: string) =>
    row.startsWith('platform.api_keys ') || row.includes(',assistant.call_tool,');
  const isForeign = (row: string) =>
    (row.includes(ids.engagement) || row.includes(marker)) && !isOfCaller(row);
  const rows = await readWhenStill(target, own.tenantId);
  const idsOf = (some: string[]) => new Set<string>(some.join('\n').match(wordPattern) ?? []);
  const shared = idsOf(
    rows.filter((row) => !row.includes(ids.engagement) && !row.includes(marker)),
  );
  // What the audit log says of it has ids of its own, which admins see.
  const hiddenRows = rows.filter((row) => isForeign(row) && !row.startsWith('platform.audit_'));
  const marks = idsOf(hiddenRows).difference(shared).add(marker);
  // The others go on after what outsiders see too.
  const cursors = collected.cursors.filter(
    (cursor) => !idsOf([readCursor(cursor)]).isDisjointFrom(marks),
  );
  const secrets = { ...collected, cursors };
  return {
    own,
    foreign,
    callers,
    secrets,
    walls,
    lists,
    marks,
    isForeign,
    other: 'behind the wall',
    directories: { own: directory, foreign: { ...directory, group: createId() } },
    forms: await encodeForms(own),
    foreignBefore: rows.filter(isForeign),
    isTold: (endpoint, word) => tellIds.has(endpoint.name) && word !== marker,
  };
}

/**
 * Answers that follow from the time, from requests, or from the whole tenant, whose limits count
 * what is behind walls.
 */
const changing = new Set([
  'getHealth',
  'getAdminHealth',
  'listSessions',
  'listApiKeys',
  'listTeam',
  'getBilling',
  'getUsage',
  'listAuditLog',
  'verifyAuditLog',
  'listWalls',
  'exportAccount',
  'exportArchive',
  'getMetrics',
  'getSubscription',
]);

/** Reads all that an admin reads without naming anything: lists, counts, sums and searches. */
async function readLists(target: ProbeTarget, own: PopulatedTenant): Promise<Map<string, string>> {
  const read = new Map<string, string>();
  for (const endpoint of allEndpoints) {
    const { method, path, name, credentials, responses } = endpoint;
    const isText = Object.values(responses).some((response) => typeof response === 'string');
    if (
      method !== 'GET' ||
      path.includes(':') ||
      isText ||
      changing.has(name) ||
      credentials === 'none'
    )
      continue;
    const { status, text } = await sendRequest(
      target,
      exampleRequest(endpoint, own.ids),
      own.sessions.admin,
    );
    read.set(name, `${status} ${text.replace(/"requestId":"[^"]*"/, '')}`);
  }
  return read;
}
