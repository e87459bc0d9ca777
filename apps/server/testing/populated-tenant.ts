import type { Role } from '@ecp/contract/identity/auth';
import { portalPermissions } from '@ecp/contract/reach/portal';
import type { GridStatus } from '@ecp/contract/work/grids';
import type { Template } from '@ecp/contract/work/templates';
import { createId } from '@ecp/database/create-id';
import { createToken } from '../src/kernel/keys/tokens.ts';
import { insertComment } from './comments/insert-comment.ts';
import { insertGrid } from './grids/insert-grid.ts';
import type { Ids } from './hostile/example-requests.ts';
import {
  type FilledPlatform,
  insertAssistant,
  insertAttachment,
  insertBranding,
  insertCard,
  insertConflict,
  insertDeckTemplate,
  insertFilledEngagement,
  insertFinding,
  insertMember,
  insertModelKey,
  insertPage,
  insertScimToken,
  insertSession,
  insertSso,
  insertTable,
  insertWall,
  insertWebhook,
} from './insert-records.ts';
import { createKeyedTenant, type KeyedTenant } from './keyed-tenant.ts';
import { insertChannel, insertNotice } from './notices/insert-notices.ts';
import { insertQuestion } from './questions/insert-question.ts';
import { insertUpdate } from './recurring/insert-update.ts';

/** Headers that authenticate a request. */
export type Credentials = Record<string, string>;

/** A tenant with a user in every role, and records of every kind. */
export interface PopulatedTenant extends KeyedTenant {
  ids: Ids;
  /** A session of the user in each role. */
  sessions: Record<Role, Credentials>;
  /** Opens one more session. */
  openSession(role: Role): Promise<Credentials>;
  /** Opens one more session of the owner, and returns its id. */
  addSession(): Promise<string>;
  /**
   * Begins the tenant's own sessions again that a request has ended, with the same cookies; not
   * those of `openSession`.
   */
  restoreSessions(): Promise<void>;
  /**
   * Adds a completed engagement with two versions of one deliverable; all its texts contain the
   * tenant's marker.
   */
  addEngagement(): Promise<string>;
  /** Creates a key, by default read-write and tenant-wide. */
  addKey(options?: {
    scope?: 'read_only' | 'read_write';
    engagementId?: string;
  }): Promise<{ id: string; credentials: Credentials }>;
  /** Gives the workspace a sample without content, so that opening the sample imports nothing. */
  addSample(): Promise<string>;
  /** Saves a template. */
  addTemplate(): Promise<string>;
  /** Adds a proposed card of an engagement's document, which the document itself cites. */
  addCard(engagementId: string): Promise<string>;
  /** Adds a team member without a session. */
  addMember(): Promise<string>;
  /** Attaches a file without content to an engagement. */
  addAttachment(engagementId: string): Promise<string>;
  /** Adds a table without rows and a query that read none. */
  addTable(engagementId: string): Promise<{ table: string; query: string }>;
  /** Adds a question that nobody has answered, with a mailed link of the owner. */
  addQuestion(engagementId: string): Promise<{ question: string; link: Credentials }>;
  /** Adds two conflicts of sources, one of them settled; returns the id of the open one. */
  addConflict(engagementId: string): Promise<string>;
  /** Adds a client's comment with a reply and proposed words. */
  addComment(engagementId: string): Promise<string>;
  /** Adds a schedule, and a check with an open proposal. */
  addUpdate(engagementId: string): Promise<string>;
  addGrid(engagementId: string, attachmentId: string, status?: GridStatus): Promise<string>;
  /** Adds an archived page, a search and a read. */
  addPage(engagementId: string): Promise<string>;
  /** Creates a client link to an engagement, with every permission. */
  addPortalToken(
    engagementId: string,
    clientName?: string,
  ): Promise<{ id: string; credentials: Credentials }>;
  /** Resets company name and logo. */
  setBranding(): Promise<void>;
  /** Gives the firm a master for decks, whose file is gone. */
  setDeckTemplate(): Promise<void>;
  /** Adds a token of a directory and returns its id. */
  addScimToken(): Promise<string>;
  /** Gives the tenant a key of OpenAI that opens nothing. */
  setModelKey(): Promise<void>;
  /**
   * Gives the tenant a connection to a provider that does not exist, unless it has one. Returns its
   * id.
   */
  setSso(): Promise<string>;
  /** Connects an assistant of the owner. Returns its id. */
  addAssistant(): Promise<string>;
  /** Adds a wall without an engagement that the owner has entered, or not, and returns its id. */
  addWall(options?: { isEntered: boolean }): Promise<string>;
  /** Adds a webhook endpoint that receives nothing, with a delivery and its attempt. */
  addWebhook(): Promise<{ webhook: string; delivery: string }>;
  /** Adds a channel of Slack that gets nothing. */
  addChannel(): Promise<string>;
  /** A word in every text of the tenant. */
  marker: string;
}

/** Signs up a tenant and fills it; its billing plan has no limits. */
export async function createPopulatedTenant(platform: FilledPlatform): Promise<PopulatedTenant> {
  const tenant = await createKeyedTenant(platform);
  const { tenantId } = tenant;
  const marker = `marker${createId()}`;
  await platform.asSuperuser(
    `update platform.tenants set plan = 'enterprise', name = $2 where id = $1`,
    [tenantId, marker],
  );
  const add = (role: Role) => insertMember(platform, tenantId, { role, marker });
  const users = {
    owner: tenant.userId,
    admin: await add('admin'),
    member: await add('member'),
    viewer: await add('viewer'),
  };
  const insertNew = async (role: Role) => {
    const session = { userId: users[role], token: createToken() };
    await insertSession(platform, tenantId, session);
    return session;
  };
  const cookieOf = ({ token }: { token: string }): Credentials => ({
    cookie: `ecp_session=${token}`,
  });
  const openSession = async (role: Role) => cookieOf(await insertNew(role));
  const [owner, admin, member, viewer] = await Promise.all([
    insertNew('owner'),
    insertNew('admin'),
    insertNew('member'),
    insertNew('viewer'),
  ]);
  const signedUp = { userId: tenant.userId, token: tenant.owner.cookies.get('ecp_session') ?? '' };
  const addEngagement = () => insertFilledEngagement(platform, tenantId, marker);
  const engagement = await addEngagement();
  await insertFinding(platform, tenantId, marker);
  await insertNotice(platform, {
    tenantId,
    engagementId: engagement,
    userId: tenant.userId,
    marker,
  });
  const addKey: PopulatedTenant['addKey'] = async (options = {}) => {
    const name = `Key of ${marker}`;
    const { body, status } = await tenant.owner.post('/api/api-keys', { name, ...options });
    if (status !== 201) throw new Error(`The key was refused: ${JSON.stringify(body)}`);
    return { id: String(body['id']), credentials: { authorization: `Bearer ${body['key']}` } };
  };
  const { id: apiKey } = await addKey();
  const addAttachment = (engagementId: string) =>
    insertAttachment(platform, { tenantId, engagementId, marker });
  const addTable = async (engagementId: string, attachment?: string) => {
    const attachmentId = attachment ?? (await addAttachment(engagementId));
    return insertTable(platform, { tenantId, engagementId, attachmentId, marker });
  };
  const attachment = await addAttachment(engagement);
  const addPage = (engagementId: string) =>
    insertPage(platform, { tenantId, engagementId, marker });
  const addUpdate = (engagementId: string) =>
    insertUpdate(platform, { tenantId, engagementId, marker });
  const addGrid = (engagementId: string, attachmentId: string, status?: GridStatus) =>
    insertGrid(platform, {
      tenantId,
      engagementId,
      attachmentId,
      marker,
      ...(status && { status }),
    });
  const addWebhook = () => insertWebhook(platform, tenantId, marker);
  const addTemplate = async () => {
    const { body } = await tenant.owner.post<{ template: Template }>('/api/templates', {
      name: `Template ${marker}`,
      description: marker,
      brief: marker,
    });
    return body.template.id;
  };
  const addCard = (engagementId: string) =>
    insertCard(platform, { tenantId, engagementId, marker });
  const addPortalToken: PopulatedTenant['addPortalToken'] = async (engagementId, clientName) => {
    const permissions = [...portalPermissions];
    const { body, status } = await tenant.owner.post(
      `/api/engagements/${engagementId}/portal-tokens`,
      {
        permissions,
        clientName,
        seesOthers: true,
      },
    );
    if (status !== 201) throw new Error(`The client link was refused: ${JSON.stringify(body)}`);
    return { id: String(body['id']), credentials: { authorization: `Bearer ${body['token']}` } };
  };
  const addQuestion: PopulatedTenant['addQuestion'] = async (engagementId) => {
    const { question, token } = await insertQuestion(platform, { tenantId, engagementId, marker });
    return { question, link: { authorization: `Bearer ${token}` } };
  };
  const addConflict = (engagementId: string) =>
    insertConflict(platform, { tenantId, engagementId, marker });
  const addComment = (engagementId: string) =>
    insertComment(platform, { tenantId, engagementId, marker });
  const addChannel = () => insertChannel(platform, tenantId, marker);
  const addSession = () =>
    insertSession(platform, tenantId, { userId: users.owner, token: createToken() });
  const setModelKey = () => insertModelKey(platform, tenantId, marker);
  const setBranding = () => insertBranding(platform, tenantId, marker);
  const addScimToken = () => insertScimToken(platform, tenantId, marker);
  const addAssistant = () => insertAssistant(platform, tenantId, { userId: users.owner, marker });
  const addWall: PopulatedTenant['addWall'] = ({ isEntered } = { isEntered: true }) =>
    insertWall(platform, tenantId, { userId: users.owner, marker, isEntered });
  const setSso = () => insertSso(platform, tenantId, marker);
  const setDeckTemplate = () => insertDeckTemplate(platform, tenantId, marker);
  await setBranding();
  return {
    ...tenant,
    marker,
    sessions: {
      owner: cookieOf(owner),
      admin: cookieOf(admin),
      member: cookieOf(member),
      viewer: cookieOf(viewer),
    },
    openSession,
    addSession,
    async restoreSessions() {
      for (const session of [signedUp, owner, admin, member, viewer])
        await insertSession(platform, tenantId, session);
    },
    ids: {
      tenant: tenantId,
      engagement,
      filename: `${marker}.md`,
      apiKey,
      attachment,
      ...(await addTable(engagement, attachment)),
      question: (await addQuestion(engagement)).question,
      conflict: await addConflict(engagement),
      comment: await addComment(engagement),
      page: await addPage(engagement),
      update: await addUpdate(engagement),
      grid: await addGrid(engagement, attachment),
      portalToken: (await addPortalToken(engagement)).id,
      template: await addTemplate(),
      card: await addCard(engagement),
      passkey: createId(),
      member: await add('member'),
      session: await addSession(),
      ...(await addWebhook()),
      channel: await addChannel(),
      scimToken: await addScimToken(),
      ssoConnection: await setSso(),
      assistant: await addAssistant(),
      wall: await addWall(),
    },
    addEngagement,
    async addSample() {
      const id = await addEngagement();
      await platform.asSuperuser('update platform.engagements set sample = true where id = $1', [
        id,
      ]);
      return id;
    },
    addAttachment,
    addTable,
    addPage,
    addUpdate,
    addGrid,
    addKey,
    addTemplate,
    addCard,
    addWebhook,
    addChannel,
    addMember: () => add('member'),
    addQuestion,
    addConflict,
    addComment,
    addPortalToken,
    setModelKey,
    setBranding,
    setDeckTemplate,
    addScimToken,
    setSso,
    addAssistant,
    addWall,
  };
}
