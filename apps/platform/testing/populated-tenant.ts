import type { Role } from '@ecp/contract/identity/auth';
import type { InsightEvidence } from '@ecp/contract/reach/insight-evidence';
import type { Plan } from '@ecp/contract/work/plans';
import type { Template } from '@ecp/contract/work/templates';
import { createId } from '@ecp/database/create-id';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { examplePattern } from '@ecp/testing/scripted-engine/example-pattern';
import { createToken, hashToken } from '../src/kernel/keys/random-token.ts';
import { type Ids, logoSvg } from './hostile/example-requests.ts';
import { createKeyedTenant, type KeyedTenant } from './keyed-tenant.ts';
import type { TestPlatform } from './start-test-platform.ts';

/** What filling a tenant needs of a platform: its API, and its database without row-level security. */
export type FilledPlatform = Pick<TestPlatform, 'baseUrl' | 'database' | 'asSuperuser'>;

/** Headers that authenticate a request. */
export type Credentials = Record<string, string>;

/** A tenant with a user in every role, and records of every kind. */
export interface PopulatedTenant extends KeyedTenant {
  ids: Ids;
  /** A session of the user in each role. */
  sessions: Record<Role, Credentials>;
  /** Opens one more session. */
  openSession(role: Role): Promise<Credentials>;
  /** Begins the sessions again that a request has ended, with the same cookies. */
  restoreSessions(): Promise<void>;
  /** Adds a completed engagement with two versions of one deliverable; all its texts contain the tenant's marker. */
  addEngagement(): Promise<string>;
  /** Creates a key, by default read-write and tenant-wide. */
  addKey(options?: {
    scope?: 'read_only' | 'read_write';
    engagementId?: string;
  }): Promise<{ id: string; credentials: Credentials }>;
  /** Saves a template. */
  addTemplate(): Promise<string>;
  /** Adds a team member without a session. */
  addMember(): Promise<string>;
  /** Attaches a file without content to an engagement. */
  addAttachment(engagementId: string): Promise<string>;
  /** Creates a client link to an engagement, with every permission. */
  addPortalToken(engagementId: string): Promise<{ id: string; credentials: Credentials }>;
  /** Resets company name and logo. */
  setBranding(): Promise<void>;
  /** Adds a webhook endpoint that receives nothing, with a delivery and its attempt. */
  addWebhook(): Promise<{ webhook: string; delivery: string }>;
  /** A word in every text of the tenant. */
  marker: string;
}

/** Signs up a tenant and fills it; its billing plan has no limits. */
export async function createPopulatedTenant(platform: FilledPlatform): Promise<PopulatedTenant> {
  const tenant = await createKeyedTenant(platform);
  const { tenantId } = tenant;
  const marker = `marker${createId()}`;
  await platform.asSuperuser(`update platform.tenants set plan = 'enterprise', name = $2 where id = $1`, [
    tenantId,
    marker,
  ]);
  const add = (role: Role) => addMember(platform, tenantId, { role, marker });
  const users = {
    owner: tenant.userId,
    admin: await add('admin'),
    member: await add('member'),
    viewer: await add('viewer'),
  };
  const opened: { userId: string; token: string }[] = [
    { userId: tenant.userId, token: tenant.owner.cookies.get('ecp_session') ?? '' },
  ];
  const openSession = async (role: Role): Promise<Credentials> => {
    const session = { userId: users[role], token: createToken() };
    opened.push(session);
    await insertSession(platform, tenantId, session);
    return { cookie: `ecp_session=${session.token}` };
  };
  const [owner, admin, member, viewer] = await Promise.all([
    openSession('owner'),
    openSession('admin'),
    openSession('member'),
    openSession('viewer'),
  ]);
  const addEngagement = () => fillEngagement(platform, tenantId, marker);
  const engagement = await addEngagement();
  await insertFinding(platform, tenantId, marker);
  const addKey: PopulatedTenant['addKey'] = async (options = {}) => {
    const name = `Key of ${marker}`;
    const { body, status } = await tenant.owner.post('/api/api-keys', { name, ...options });
    if (status !== 201) throw new Error(`The key was refused: ${JSON.stringify(body)}`);
    return { id: String(body['id']), credentials: { authorization: `Bearer ${body['key']}` } };
  };
  const { id: apiKey } = await addKey();
  const addAttachment = (engagementId: string) => insertAttachment(platform, { tenantId, engagementId, marker });
  const addWebhook = () => insertWebhook(platform, tenantId, marker);
  const addTemplate = async () => {
    const { body } = await tenant.owner.post<{ template: Template }>('/api/templates', {
      name: `Template ${marker}`,
      description: marker,
      brief: marker,
    });
    return body.template.id;
  };
  const addPortalToken: PopulatedTenant['addPortalToken'] = async (engagementId) => {
    const { body, status } = await tenant.owner.post(`/api/engagements/${engagementId}/portal-tokens`);
    if (status !== 201) throw new Error(`The client link was refused: ${JSON.stringify(body)}`);
    return { id: String(body['id']), credentials: { authorization: `Bearer ${body['token']}` } };
  };
  const setBranding = () => insertBranding(platform, tenantId, marker);
  await setBranding();
  return {
    ...tenant,
    marker,
    sessions: { owner, admin, member, viewer },
    openSession,
    async restoreSessions() {
      for (const session of opened) await insertSession(platform, tenantId, session);
    },
    ids: {
      tenant: tenantId,
      engagement,
      filename: `${marker}.md`,
      apiKey,
      attachment: await addAttachment(engagement),
      portalToken: (await addPortalToken(engagement)).id,
      template: await addTemplate(),
      passkey: createId(),
      member: await add('member'),
      session: await insertSession(platform, tenantId, { userId: users.owner, token: createToken() }),
      ...(await addWebhook()),
    },
    addEngagement,
    addAttachment,
    addKey,
    addTemplate,
    addWebhook,
    addMember: () => add('member'),
    addPortalToken,
    setBranding,
  };
}

async function addMember(
  { asSuperuser }: FilledPlatform,
  tenantId: string,
  { role, marker }: { role: Role; marker: string },
): Promise<string> {
  const userId = createId();
  const values = [userId, tenantId, `${role}-${userId}@example.com`, `${role} ${marker}`, role];
  await asSuperuser(
    'insert into platform.users (id, tenant_id, email, name, role) values ($1, $2, $3, $4, $5)',
    values,
  );
  return userId;
}

/** Inserts a session, or makes the one with its token valid again; returns its id. */
async function insertSession(
  { asSuperuser }: FilledPlatform,
  tenantId: string,
  { userId, token }: { userId: string; token: string },
): Promise<string> {
  const [row] = await asSuperuser<{ id: string }>(
    `insert into platform.sessions (token_hash, tenant_id, user_id, expires_at)
      values ($1, $2, $3, now() + interval '1 day')
      on conflict (token_hash) do update set replaced_at = null returning id`,
    [hashToken(token), tenantId, userId],
  );
  return row?.id ?? '';
}

async function insertAttachment(
  { asSuperuser }: FilledPlatform,
  { tenantId, engagementId, marker }: { tenantId: string; engagementId: string; marker: string },
): Promise<string> {
  const id = createId();
  const storageKey = `tenants/${tenantId}/engagements/${engagementId}/files/${id}`;
  await asSuperuser(
    `insert into platform.attachments (id, tenant_id, engagement_id, filename, mime_type, size_bytes, sha256, category,
        summary, storage_key, extraction_state)
      values ($1, $2, $3, $4 || $1 || '.md', 'text/markdown', 10, '', 'reference', $4, $5, 'empty')`,
    [id, tenantId, engagementId, marker, storageKey],
  );
  return id;
}

async function insertBranding({ asSuperuser }: FilledPlatform, tenantId: string, marker: string): Promise<void> {
  await asSuperuser(
    `insert into platform.branding (tenant_id, company_name, logo, logo_type) values ($1, $2, $3, 'image/svg+xml')
      on conflict (tenant_id) do update set company_name = $2, logo = $3, logo_type = 'image/svg+xml'`,
    [tenantId, marker, Buffer.from(logoSvg)],
  );
}

async function insertWebhook({ asSuperuser }: FilledPlatform, tenantId: string, marker: string) {
  const [webhook, delivery] = [createId(), createId()];
  const url = `https://127.0.0.1/${marker}`;
  await asSuperuser(
    `insert into platform.webhook_endpoints (id, tenant_id, url, events, description)
      values ($1, $2, $3, '{portal.comment_received}', $4)`,
    [webhook, tenantId, url, marker],
  );
  await asSuperuser(
    `insert into platform.webhook_secrets (id, tenant_id, endpoint_id, sealed) values ($1, $2, $3, $4)`,
    [createId(), tenantId, webhook, marker],
  );
  await asSuperuser(
    `insert into platform.webhook_deliveries (id, tenant_id, endpoint_id, event, body, attempts)
      values ($1, $2, $3, $4, $4, 1)`,
    [delivery, tenantId, webhook, marker],
  );
  await asSuperuser(
    `insert into platform.webhook_attempts
      (id, tenant_id, endpoint_id, delivery_id, attempt, response_body, duration_ms, error)
      values ($1, $2, $3, $4, 1, $5, 1, $5)`,
    [createId(), tenantId, webhook, delivery, marker],
  );
  return { webhook, delivery };
}

async function insertFinding({ asSuperuser }: FilledPlatform, tenantId: string, marker: string): Promise<void> {
  const [analysisId, insightId] = [createId(), createId()];
  await asSuperuser(
    `insert into platform.pattern_analyses (id, tenant_id, status, started_at, finished_at)
      values ($1, $2, 'completed', now(), now())`,
    [analysisId, tenantId],
  );
  await asSuperuser(
    `insert into platform.insights (id, tenant_id, analysis_id, position, kind, title, description, evidence, created_at)
      values ($1, $2, $3, 0, 'weak_criterion', $4, $4, $5, now())`,
    [insightId, tenantId, analysisId, marker, JSON.stringify(weakCriterion(marker))],
  );
  await asSuperuser(
    `insert into platform.improvement_proposals
      (id, tenant_id, insight_id, position, title, description, expected_effect, created_at)
      values ($1, $2, $3, 0, $4, $4, $4, now())`,
    [createId(), tenantId, insightId, marker],
  );
}

function weakCriterion(criterion: string): InsightEvidence<'weak_criterion'> {
  const scores = { meanScore: 40, meanOfOtherCriteria: 80 };
  return { rubricType: 'strategy', criterion, deliverables: 8, lowestIn: 8, ...scores };
}

async function fillEngagement({ database, asSuperuser }: FilledPlatform, tenantId: string, marker: string) {
  const tasks = [{ id: 'task-1', name: `Task of ${marker}` }];
  const texts = { name: `Name ${marker}`, client: `Client ${marker}`, brief: `Brief ${marker}` };
  const engagementId = await insertEngagement(database, tenantId, { ...texts, status: 'completed', tasks });
  const runId = await insertRun(database, tenantId, engagementId);
  const file = { runId, filename: `${marker}.md`, content: `# ${marker}\n` };
  await insertDeliverable(database, tenantId, engagementId, file);
  const reviewed = await insertDeliverable(database, tenantId, engagementId, { ...file, version: 2 });
  await asSuperuser(
    `insert into platform.reviews (id, tenant_id, deliverable_id, action, notes, author_kind, author_name)
      values ($1, $2, $3, 'request_revision', $4, 'user', $4)`,
    [createId(), tenantId, reviewed, marker],
  );
  const source = { kind: 'attachment', title: marker, location: null };
  const finding = { state: 'altered', reason: marker, passage: marker };
  await asSuperuser(
    `insert into platform.deliverable_citations (tenant_id, deliverable_id, citations) values ($1, $2, $3)`,
    [tenantId, reviewed, JSON.stringify([{ footnote: '1', claim: marker, quote: marker, source, ...finding }])],
  );
  await asSuperuser(
    `update platform.deliverables set citations_verified = 0, citations_altered = 1, citations_missing_source = 0
      where id = $1`,
    [reviewed],
  );
  await asSuperuser(
    `insert into platform.quality_scores
      (id, tenant_id, engagement_id, run_id, task_id, task_name, score, rubric_type, rubric_version, feedback, criteria)
      values ($1, $2, $3, $4, 'task-1', $5, 80, 'strategy', 1, $5, '[]')`,
    [createId(), tenantId, engagementId, runId, marker],
  );
  await asSuperuser(
    `insert into platform.library_entries (id, tenant_id, engagement_id, title, json_data) values ($1, $2, $3, $4, $5)`,
    [createId(), tenantId, engagementId, marker, JSON.stringify(examplePattern(engagementId, runId, marker))],
  );
  await asSuperuser(
    `insert into platform.plans (tenant_id, engagement_id, plan_id, state, request_hash, answer)
      values ($1, $2, $3, 'answered', $4, $5)`,
    [tenantId, engagementId, createId(), marker, JSON.stringify(examplePlan(engagementId, marker))],
  );
  return engagementId;
}

function examplePlan(engagementId: string, marker: string): Plan {
  const cost = { low: 0.5, expected: 1, high: 2 };
  const task = { id: 'task-1', name: `Task of ${marker}`, description: marker, agent: 'corporate-strategist' };
  return {
    id: marker,
    engagementId,
    planned: true,
    tasks: [{ ...task, kind: 'strategy', dependsOn: [], model: marker, cost }],
    cost,
    planningCost: 0.01,
    budget: 5,
    spent: 0.01,
    remaining: 4.99,
    learnedFromTasks: 0,
    warnings: [marker],
    createdAt: new Date().toISOString(),
  };
}
