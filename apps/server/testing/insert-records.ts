import { Readable } from 'node:stream';
import type { Role } from '@ecp/contract/identity/auth';
import type { InsightEvidence } from '@ecp/contract/reach/insights';
import type { Plan } from '@ecp/contract/work/plans';
import { createId } from '@ecp/database/create-id';
import { firmTemplateFiles, packTemplate } from '@ecp/documents/deck/testing/firm-template';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { createToken, hashToken } from '../src/kernel/keys/tokens.ts';
import { logoPng } from './hostile/example-requests.ts';
import { examplePattern } from './scripted-engine/scripted-run.ts';
import type { TestPlatform } from './start-test-platform.ts';

/**
 * The parts of a platform that filling a tenant needs: its API, and its database without row-level
 * security.
 */
export type FilledPlatform = Pick<TestPlatform, 'baseUrl' | 'database' | 'asSuperuser'> & {
  /** Stores the bytes of pages. Without it pages have none. */
  services?: Pick<TestPlatform['services'], 'storage'>;
};

/** Inserts a team member; returns its id. */
export async function insertMember(
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
export async function insertSession(
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

/** Inserts an attachment without a file; returns its id. */
export async function insertAttachment(
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

/** A statement and its values. */
type Insert = [text: string, values: unknown[]];

/** Runs statements in one round trip, with their values in place. */
async function insertAll(
  { asSuperuser }: Pick<FilledPlatform, 'asSuperuser'>,
  inserts: Insert[],
): Promise<void> {
  const texts = inserts.map(([text, values]) =>
    text.replaceAll(/\$(\d+)/g, (_, place: string) => toLiteral(values[Number(place) - 1])),
  );
  await asSuperuser(texts.join(';'));
}

const toLiteral = (value: unknown): string =>
  typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;

/** Gives an engagement a fee, an hour of somebody who has left, and a cost, at revision 1. */
function economicsOf(tenantId: string, engagementId: string, marker: string): Insert[] {
  return [
    [
      `insert into platform.economics
          (tenant_id, engagement_id, fee, currency, usd_rate, revision, changed_at, changer_kind, changer_name)
        values ($1, $2, 10000000, 'EUR', 920000, 1, now(), 'user', $3)`,
      [tenantId, engagementId, marker],
    ],
    [
      `insert into platform.economics_hours
          (tenant_id, engagement_id, position, user_id, person_name, day, hours, rate, amount, note)
        values ($1, $2, 1, $4, $3, '2026-03-02', 100, 1000000, 1000000, $3)`,
      [tenantId, engagementId, marker, createId()],
    ],
    [
      `insert into platform.economics_costs (tenant_id, engagement_id, position, day, amount, note)
        values ($1, $2, 1, '2026-03-02', 500000, $3)`,
      [tenantId, engagementId, marker],
    ],
  ];
}

/** Inserts two conflicts of pages, the second settled; returns the id of the open one. */
export async function insertConflict(
  { asSuperuser }: FilledPlatform,
  { tenantId, engagementId, marker }: { tenantId: string; engagementId: string; marker: string },
): Promise<string> {
  const [open, settled] = [createId(), createId()];
  const values = JSON.stringify(
    [1, 2].map((value) => ({
      value,
      text: marker,
      filename: marker,
      attachmentId: null,
      place: marker,
    })),
  );
  for (const id of [open, settled]) {
    await asSuperuser(
      `insert into platform.noted_conflicts
          (tenant_id, engagement_id, id, run_id, task_id, agent_slug, about, conflict_values, created_at)
        select tenant_id, engagement_id, $3, id, 'task-1', 'corporate-strategist', $4, $5, now()
        from platform.runs where tenant_id = $1 and engagement_id = $2 order by started_at desc limit 1`,
      [tenantId, engagementId, id, marker, values],
    );
  }
  await asSuperuser(
    `insert into platform.judge_answers (tenant_id, engagement_id, question_hash, statement, holds, reason, judged_at)
      values ($1, $2, $3, $4, true, $4, now())`,
    [tenantId, engagementId, settled, marker],
  );
  await asSuperuser(
    `insert into platform.conflict_settlements (tenant_id, engagement_id, conflict_id, kind, about, conflict_values,
        chosen, reason, settler_kind, settler_name, settled_at)
      values ($1, $2, $3, 'sources', $4, $5, 0, $4, 'user', $4, now())`,
    [tenantId, engagementId, settled, marker, values],
  );
  return open;
}

interface MarkedEngagement {
  tenantId: string;
  engagementId: string;
  marker: string;
}

/** Gives a query its entry in the notebook, with a fact and what it has read. */
function notebookOf(
  { tenantId, engagementId, marker }: MarkedEngagement,
  entryId: string,
): Insert[] {
  return [
    [
      `insert into platform.notebook_entries (id, tenant_id, engagement_id, number, kind, title, finding)
        select $1, $2, $3, coalesce(max(number), 0) + 1, 'query', $4, $4
        from platform.notebook_entries where tenant_id = $2 and engagement_id = $3`,
      [entryId, tenantId, engagementId, marker],
    ],
    [
      `insert into platform.notebook_inputs (tenant_id, engagement_id, sha256, content)
        values ($1, $2, $3, $4) on conflict do nothing`,
      [tenantId, engagementId, '0'.repeat(64), marker],
    ],
    [
      `insert into platform.facts (tenant_id, engagement_id, id, revision, label, value, entry_id, path)
        values ($1, $2, 'marked-fact', 1, $3, to_json($3::text), $4, 'rows/0/' || $3)
        on conflict do nothing`,
      [tenantId, engagementId, marker, entryId],
    ],
  ];
}

/** Gives an engagement an answer of a person and a message to its run. */
function answerOf({ tenantId, engagementId, marker }: MarkedEngagement, runId: string): Insert[] {
  const answer = {
    question: marker,
    answer: marker,
    claims: [{ text: marker, facts: ['marked-fact'], sureness: 'high', counter: marker }],
    model: null,
    motions: [],
    notDone: [],
    contradictions: [],
    unknown: [],
    division: [],
    objections: [],
  };
  return [
    [
      `insert into platform.answers
          (tenant_id, engagement_id, version, status, content, editor_kind, editor_name)
        values ($1, $2, 1, 'draft', $3, 'user', $4)`,
      [tenantId, engagementId, JSON.stringify(answer), marker],
    ],
    [
      `insert into platform.run_messages
          (id, tenant_id, engagement_id, run_id, text, author_kind, author_name)
        values ($1, $2, $3, $5, $4, 'user', $4)`,
      [createId(), tenantId, engagementId, marker, runId],
    ],
    [
      `insert into platform.answer_approvals
          (tenant_id, engagement_id, run_id, round, state, notes, decided_by, decided_at)
        values ($1, $2, $4, 1, 'returned', $3, $3, now())`,
      [tenantId, engagementId, marker, runId],
    ],
  ];
}

/**
 * Inserts a table of an attachment, whose Parquet is nowhere, and a query that reads no table;
 * returns their ids.
 */
export async function insertTable(
  { asSuperuser }: FilledPlatform,
  {
    tenantId,
    engagementId,
    attachmentId,
    marker,
  }: { tenantId: string; engagementId: string; attachmentId: string; marker: string },
): Promise<{ table: string; query: string }> {
  const [table, query] = [createId(), createId()];
  const columns = JSON.stringify([{ name: marker, type: 'text', unit: null }]);
  await asSuperuser(
    `insert into platform.table_builds (tenant_id, engagement_id, attachment_id, state, problem)
      values ($1, $2, $3, 'built', $4)`,
    [tenantId, engagementId, attachmentId, marker],
  );
  await asSuperuser(
    `insert into platform.data_tables (id, tenant_id, engagement_id, attachment_id, ordinal, sheet, hidden, name, columns,
        row_count, sha256, sample, storage_key, size_bytes)
      values ($1, $2, $3, $4, 0, $5, false, $5 || $1, $6, 0, $7, '[]', $8, 10)`,
    [
      table,
      tenantId,
      engagementId,
      attachmentId,
      marker,
      columns,
      '0'.repeat(64),
      `tenants/${tenantId}/engagements/${engagementId}/tables/${attachmentId}/0.parquet.enc`,
    ],
  );
  await asSuperuser(
    `insert into platform.queries (id, tenant_id, engagement_id, title, sql, columns, rows, rows_bytes, row_count, truncated,
        result_hash, tables, author_kind, author_name)
      values ($1, $2, $3, $4, $5, $6, $7, $8, 1, false, 'none', '[]', 'user', $4)`,
    [
      query,
      tenantId,
      engagementId,
      marker,
      `select '${marker}' as "${marker}"`,
      columns,
      `[["${marker}"]]`,
      30,
    ],
  );
  await asSuperuser(
    `insert into platform.retained_tables (id, tenant_id, engagement_id, name, columns, row_count, sha256, storage_key,
        size_bytes)
      select 'retained' || id, tenant_id, engagement_id, name, columns, row_count, sha256, 'retained/' || storage_key, 10
      from platform.data_tables where tenant_id = $1 and id = $2`,
    [tenantId, table],
  );
  await insertAll({ asSuperuser }, notebookOf({ tenantId, engagementId, marker }, query));
  return { table, query };
}

/**
 * Inserts an archived page with a search and a read of the engagement's run; returns the id of the
 * page.
 */
export async function insertPage(
  { asSuperuser, services }: FilledPlatform,
  { tenantId, engagementId, marker }: { tenantId: string; engagementId: string; marker: string },
): Promise<string> {
  const id = createId();
  const prefix = `tenants/${tenantId}/engagements/${engagementId}`;
  const [bytesKey, textKey] = [`${prefix}/pages/${id}.enc`, `${prefix}/page-texts/${id}.enc`];
  const content = Buffer.from(marker);
  for (const key of [bytesKey, textKey]) {
    await services?.storage.put(key, Readable.from([content]), content.length);
  }
  await asSuperuser(
    `insert into platform.pages (id, tenant_id, engagement_id, url, title, author, mime_type, sha256, size_bytes,
        storage_key, text_key, text_bytes, fetched_at)
      values ($1, $2, $3, 'https://example.com/' || $1, $4 || $1, $4, 'text/html', $5, $6, $7, $8, $6, now())`,
    [id, tenantId, engagementId, marker, '0'.repeat(64), content.length, bytesKey, textKey],
  );
  const ofRun = `select $1 || id, tenant_id, engagement_id, id, 'analyst'`;
  const from = 'from platform.runs where tenant_id = $3 and engagement_id = $4 order by id limit 1';
  const hits = JSON.stringify([{ title: marker, url: 'https://example.com/', snippet: marker }]);
  await asSuperuser(
    `insert into platform.searches (id, tenant_id, engagement_id, run_id, agent_slug, query, words, state, hits, claimed_by)
      ${ofRun}, $2, $1, 'found', $5::json, 'test' ${from}`,
    [id, marker, tenantId, engagementId, hits],
  );
  await asSuperuser(
    `insert into platform.page_reads (id, tenant_id, engagement_id, run_id, agent_slug, url, addresses, state, page_id)
      ${ofRun}, 'https://example.com/' || $2::text, '{}', 'read', $1 ${from}`,
    [id, marker, tenantId, engagementId],
  );
  return id;
}

/** Inserts a proposed card of the engagement's newest document, and a use in it; returns its id. */
export async function insertCard(
  { asSuperuser }: FilledPlatform,
  { tenantId, engagementId, marker }: { tenantId: string; engagementId: string; marker: string },
): Promise<string> {
  const id = createId();
  const mark = { field: 'body', kind: 'figure', start: 0, end: 1 };
  await asSuperuser(
    `with card as (
        insert into platform.library_cards (tenant_id, id, engagement_id, deliverable_id, filename, version, kind,
          origin_key, title, body, language, marks, client_names, figures, quotes)
        select $1, $2, engagement_id, id, filename, version, 'method', $2, $4, $4, 'en', $5, 0, 1, 0
        from platform.deliverables where tenant_id = $1 and engagement_id = $3 order by version desc limit 1
        returning tenant_id, id, deliverable_id
      )
      insert into platform.card_uses (tenant_id, card_id, deliverable_id)
      select tenant_id, id, deliverable_id from card`,
    [tenantId, id, engagementId, marker, JSON.stringify([mark])],
  );
  return id;
}

/** Inserts or resets company name and logo. */
export async function insertBranding(
  { asSuperuser }: FilledPlatform,
  tenantId: string,
  marker: string,
): Promise<void> {
  await asSuperuser(
    `insert into platform.branding (tenant_id, company_name, logo, logo_type) values ($1, $2, $3, 'image/png')
      on conflict (tenant_id) do update set company_name = $2, logo = $3, logo_type = 'image/png'`,
    [tenantId, marker, logoPng],
  );
}

export async function insertDeckTemplate(
  { asSuperuser, services }: FilledPlatform,
  tenantId: string,
  marker: string,
): Promise<void> {
  const key = `tenants/${tenantId}/deck-templates/${createId()}.enc`;
  const content = Buffer.from(packTemplate(firmTemplateFiles()));
  await services?.storage.put(key, Readable.from([content]), content.length);
  await asSuperuser(
    `insert into platform.deck_templates (tenant_id, filename, size_bytes, storage_key)
      values ($1, $2, 1, $3) on conflict (tenant_id) do nothing`,
    [tenantId, marker, key],
  );
}

/** Inserts a key of OpenAI that nothing opens. */
export async function insertModelKey(
  { asSuperuser }: FilledPlatform,
  tenantId: string,
  marker: string,
): Promise<void> {
  await asSuperuser(
    `insert into platform.model_keys (id, tenant_id, provider, sealed, last4, base_url, models, created_by_name)
      values ($1, $2, 'openai', $3, '1234', 'https://models.example.com/' || $4, array[$4], $4)
      on conflict (tenant_id, provider) do nothing`,
    [createId(), tenantId, Buffer.from(marker), marker],
  );
}

/** Inserts an assistant of a person, whose tokens nobody has. Returns its id. */
export async function insertAssistant(
  { asSuperuser }: FilledPlatform,
  tenantId: string,
  { userId, marker }: { userId: string; marker: string },
): Promise<string> {
  const id = createId();
  await asSuperuser(
    `insert into platform.api_keys (id, tenant_id, name, prefix, key_hash, scope, expires_at, created_by, assistant)
      values ($1, $2, $3, 'svc_mcp_', $4, 'read_write', now() + interval '1 hour', $5, true)`,
    [id, tenantId, marker, hashToken(createToken()), userId],
  );
  await asSuperuser(
    `insert into platform.assistant_grants (tenant_id, key_id, client_id, family_hash, refresh_hash, refresh_expires_at)
      values ($1, $2, 'https://assistant.invalid/client.json', $3, $4, now() + interval '60 days')`,
    [tenantId, id, hashToken(createToken()), hashToken(createToken())],
  );
  return id;
}

/**
 * Inserts a connection to a provider that does not exist, with a domain that is not proved. Returns
 * its id.
 */
export async function insertSso(
  { asSuperuser }: FilledPlatform,
  tenantId: string,
  marker: string,
): Promise<string> {
  const [row] = await asSuperuser<{ id: string }>(
    `insert into platform.sso_connections (id, tenant_id, kind, issuer, client_id, sealed, enforced, default_role, group_roles)
      values ($1, $2, 'oidc', 'https://idp.invalid', $3, $3, false, 'member',
        json_build_array(json_build_object('group', $3::text, 'role', 'admin')))
      on conflict (tenant_id) do update set revision = sso_connections.revision returning id`,
    [createId(), tenantId, marker],
  );
  const id = row?.id ?? '';
  await asSuperuser(
    `insert into platform.sso_domains (tenant_id, connection_id, domain, token)
      values ($1, $2, 'example.org', $3) on conflict do nothing`,
    [tenantId, id, marker],
  );
  return id;
}

/** Inserts a token of a directory, and a group without members. Returns the id of the token. */
export async function insertScimToken(
  { asSuperuser }: FilledPlatform,
  tenantId: string,
  marker: string,
): Promise<string> {
  const id = createId();
  await asSuperuser(
    `insert into platform.scim_tokens (id, tenant_id, name, token_hash) values ($1, $2, $3, sha256(convert_to($1, 'UTF8')))`,
    [id, tenantId, marker],
  );
  await asSuperuser(
    `insert into platform.scim_groups (tenant_id, id, display_name) values ($1, $2, $3) on conflict do nothing`,
    [tenantId, createId(), marker],
  );
  return id;
}

/** Inserts a wall that holds no engagement and that a user has entered, and returns its id. */
export async function insertWall(
  { asSuperuser }: FilledPlatform,
  tenantId: string,
  { userId, marker, isEntered = true }: { userId: string; marker: string; isEntered?: boolean },
): Promise<string> {
  const id = createId();
  await asSuperuser('insert into platform.walls (id, tenant_id, name) values ($1, $2, $3)', [
    id,
    tenantId,
    marker,
  ]);
  if (!isEntered) return id;
  await asSuperuser(
    `insert into platform.wall_insiders (tenant_id, wall_id, user_id, user_name, reason, until)
      values ($1, $2, $3, $4, $4, now() + interval '1 hour')`,
    [tenantId, id, userId, marker],
  );
  return id;
}

/** Inserts an endpoint with a secret, a delivery and its attempt. */
export async function insertWebhook(
  { asSuperuser }: FilledPlatform,
  tenantId: string,
  marker: string,
) {
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
      values ($1, $2, $3, $4, $5, 1)`,
    [delivery, tenantId, webhook, marker, JSON.stringify({ data: { marker } })],
  );
  await asSuperuser(
    `insert into platform.webhook_attempts
      (id, tenant_id, endpoint_id, delivery_id, attempt, response_body, duration_ms, error)
      values ($1, $2, $3, $4, 1, $5, 1, $5)`,
    [createId(), tenantId, webhook, delivery, marker],
  );
  return { webhook, delivery };
}

/** Inserts an analysis with an insight and a proposal. */
export async function insertFinding(
  { asSuperuser }: FilledPlatform,
  tenantId: string,
  marker: string,
): Promise<void> {
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

/** Inserts a completed engagement with rows of every kind; returns its id. */
export async function insertFilledEngagement(
  platform: FilledPlatform,
  tenantId: string,
  marker: string,
): Promise<string> {
  const { database } = platform;
  const tasks = [{ id: 'task-1', name: `Task of ${marker}` }];
  const texts = { name: `Name ${marker}`, client: `Client ${marker}`, brief: `Brief ${marker}` };
  const engagementId = await insertEngagement(database, tenantId, {
    ...texts,
    status: 'completed',
    tasks,
  });
  const runId = await insertRun(database, tenantId, engagementId);
  const file = { runId, filename: `${marker}.md`, content: `# ${marker}\n` };
  await insertDeliverable(database, tenantId, engagementId, {
    ...file,
    content: `${file.content}\nFirst.\n`,
  });
  const reviewed = await insertDeliverable(database, tenantId, engagementId, {
    ...file,
    version: 2,
  });
  const slide = { id: 'title', kind: 'title', title: marker, points: null, place: null, cites: [] };
  const source = { kind: 'attachment', title: marker, location: null };
  const finding = { state: 'altered', reason: marker, passage: marker, derivation: null };
  const figure = {
    label: marker,
    unit: null,
    period: null,
    value: 1,
    text: '1',
    section: null,
    state: 'altered',
  };
  await insertAll(platform, [
    ...answerOf({ tenantId, engagementId, marker }, runId),
    [
      `insert into platform.reviews (id, tenant_id, deliverable_id, action, notes, author_kind, author_name)
        values ($1, $2, $3, 'request_revision', $4, 'user', $4)`,
      [createId(), tenantId, reviewed, marker],
    ],
    [
      `insert into platform.storylines (tenant_id, engagement_id, filename, origin, status, revision, slides)
        values ($1, $2, $3, 'person', 'ready', 1, $4)`,
      [tenantId, engagementId, file.filename, JSON.stringify([slide])],
    ],
    [
      `insert into platform.deliverable_citations (tenant_id, deliverable_id, citations) values ($1, $2, $3)`,
      [
        tenantId,
        reviewed,
        JSON.stringify([{ footnote: '1', claim: marker, quote: marker, source, ...finding }]),
      ],
    ],
    [
      `insert into platform.deliverable_figures (tenant_id, deliverable_id, figures) values ($1, $2, $3)`,
      [tenantId, reviewed, JSON.stringify([figure])],
    ],
    [
      `update platform.deliverables set citations_verified = 0, citations_computed = 0, citations_altered = 1, citations_unsupported = 0,
          citations_missing_source = 0, citations_uncited = 0, citations_unjudged = 0
        where id = $1`,
      [reviewed],
    ],
    [
      `insert into platform.quality_scores
        (id, tenant_id, engagement_id, run_id, task_id, task_name, score, rubric_type, rubric_version, feedback, criteria)
        values ($1, $2, $3, $4, 'task-1', $5, 80, 'strategy', 1, $5, '[]')`,
      [createId(), tenantId, engagementId, runId, marker],
    ],
    [
      `insert into platform.unscored_tasks
        (id, tenant_id, engagement_id, run_id, task_id, task_name, reason, event_seq, created_at)
        values ($1, $2, $3, $4, 'task-2', $5, $5, 1, now())`,
      [createId(), tenantId, engagementId, runId, marker],
    ],
    [
      `insert into platform.library_entries (id, tenant_id, engagement_id, title, json_data) values ($1, $2, $3, $4, $5)`,
      [
        createId(),
        tenantId,
        engagementId,
        marker,
        JSON.stringify(examplePattern(engagementId, runId, marker)),
      ],
    ],
    [
      `insert into platform.plans (tenant_id, engagement_id, plan_id, state, request_hash, answer)
        values ($1, $2, $3, 'answered', $4, $5)`,
      [
        tenantId,
        engagementId,
        createId(),
        marker,
        JSON.stringify(examplePlan(engagementId, marker)),
      ],
    ],
    ...economicsOf(tenantId, engagementId, marker),
  ]);
  return engagementId;
}

function examplePlan(engagementId: string, marker: string): Plan {
  const cost = { low: 0.5, expected: 1, high: 2 };
  const task = {
    id: 'task-1',
    name: `Task of ${marker}`,
    description: marker,
    agent: 'corporate-strategist',
  };
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
