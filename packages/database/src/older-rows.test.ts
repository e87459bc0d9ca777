import { readdir, readFile } from 'node:fs/promises';
import { createEmptyDatabase, type EmptyDatabase } from '@ecp/testing/postgres/fresh-database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from './migrate.ts';

/** The first migration under test. The rows are written under the schema before it. */
const firstLooked = '0034_authors.sql';
const migrationsFolder = new URL('../migrations/', import.meta.url);
let older: EmptyDatabase;

/** Applies all migrations before `firstLooked`, adds a few rows, then applies the others. */
beforeAll(async () => {
  older = await createEmptyDatabase();
  await migrateBefore(older.ownerUrl, firstLooked);
  await older.superuser.query(olderRows);
  await migrate(older.ownerUrl);
});
afterAll(() => older.drop());

async function migrateBefore(url: string, first: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    'create table public.schema_migrations (name text primary key, applied_at timestamptz default now())',
  );
  const files = (await readdir(migrationsFolder)).filter((file) => file.endsWith('.sql') && file < first).sort();
  for (const file of files) {
    await client.query(await readFile(new URL(file, migrationsFolder), 'utf8'));
    await client.query('insert into public.schema_migrations (name) values ($1)', [file]);
  }
  await client.end();
}

/** A version from before note answers were data. */
const answering = `# Market

Large.[^1]

## Answers to the reviewer

1. Add \\*rent\\*. — **Met:** See 'Prices', section 2.
2. Owners? — as a table — **Partly met:** Two of three are named.
3. Shorter. — **Not met:** the agent gave no answer to this note.

## Citations

1. Of nothing. — **Met:** No answer.

[^1]: Study
`;
const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

const olderRows = `
  insert into platform.tenants (id, name, slug) values ('t', 'T', 't');
  insert into platform.engagements (id, tenant_id, name, client, slug, brief, budget_nano_usd)
    values ('e', 't', 'E', 'C', 'e', 'B', 1);
  insert into platform.runs (id, tenant_id, engagement_id, kind, status) values ('r', 't', 'e', 'run', 'completed');
  insert into platform.deliverables
      (id, tenant_id, engagement_id, run_id, filename, content, version, word_count, reviewed_at, reviewed_by)
    select 'd' || version, 't', 'e', 'r', 'a.md', '# A', version, 1,
      case version when 1 then to_timestamp(5.0004) end, case version when 1 then 'Clara (client)' end
    from generate_series(1, 2) version;
  insert into platform.deliverables (id, tenant_id, engagement_id, run_id, filename, content, version, word_count)
    select 'd' || version, 't', 'e', 'r', 'a.md', content, version, 1
    from (values (3, ${quote(answering)}), (4, ${quote('# A\n\n1. Met — **Met:** no.\n')})) file (version, content);
  insert into platform.reviews (id, tenant_id, deliverable_id, action, reviewer_name, user_id, created_at) values
    ('1 member', 't', 'd1', 'approve', 'Ada (client)', 'ada', to_timestamp(1)),
    ('2 key', 't', 'd1', 'approve', 'API key Clara (client)', null, to_timestamp(2)),
    ('3 odd client', 't', 'd1', 'approve', 'API key Bob (client)', null, to_timestamp(3)),
    ('4 client', 't', 'd1', 'reject', 'Clara (client)', null, to_timestamp(5)),
    ('5 unlogged client', 't', 'd2', 'reject', 'Clara (client)', null, to_timestamp(6)),
    ('6 unlogged key', 't', 'd2', 'reject', 'API key Clara (client)', null, to_timestamp(7));
  insert into platform.portal_tokens (id, tenant_id, engagement_id, token_hash, permissions)
    values ('link', 't', 'e', '\\x00', '{comment}');
  insert into platform.portal_comments (id, tenant_id, engagement_id, token_id, filename, author, body, created_at) values
    ('c1', 't', 'e', 'link', 'a.md', 'Clara', 'Why?', to_timestamp(1)),
    ('c2', 't', 'e', 'link', null, 'Clara', 'When?', to_timestamp(2));
  insert into platform.audit_log (id, tenant_id, action, resource_type, resource_id, metadata, created_at)
    select 'a' || moment, 't', 'deliverable.review', 'deliverable', 'd1', metadata::json, to_timestamp(moment + 0.001)
    from (values (1, '{}'), (2, '{"apiKeyId": "key"}'), (3, '{"portalTokenId": "link 1"}'), (5, '{"portalTokenId": "link 2"}'))
      entry (moment, metadata)`;

describe('reviews from a release before authors were data', () => {
  // REV-15
  test('get the author that the audit log names; a name alone never turns a key into a client', async () => {
    const { rows } = await older.superuser.query(
      'select id, author_kind as kind, author_id, author_name as name from platform.reviews order by id',
    );
    expect(rows.map(({ id, kind, author_id, name: of }) => [id, kind, author_id, of])).toEqual([
      ['1 member', 'user', 'ada', 'Ada (client)'],
      ['2 key', 'api_key', 'key', 'Clara (client)'],
      ['3 odd client', 'client', 'link 1', 'API key Bob'],
      ['4 client', 'client', 'link 2', 'Clara'],
      ['5 unlogged client', 'client', null, 'Clara'],
      ['6 unlogged key', 'api_key', null, 'Clara (client)'],
    ]);
  });

  test('set the author of the latest review on the version', async () => {
    const { rows } = await older.superuser.query(
      'select reviewer_kind, reviewer_id, reviewer_name from platform.deliverables where version <= 2 order by version',
    );
    expect(rows).toEqual([
      { reviewer_kind: 'client', reviewer_id: 'link 2', reviewer_name: 'Clara' },
      { reviewer_kind: 'api_key', reviewer_id: null, reviewer_name: 'Clara (client)' },
    ]);
  });
});

// REL-9
test('reviews of clients from before decisions were data are decisions too', async () => {
  const { rows } = await older.superuser.query(
    'select id, deliverable_id, action, author_name from platform.client_decisions order by id',
  );
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['3 odd client', 'd1', 'approve', expect.any(String)],
    ['4 client', 'd1', 'reject', 'Clara'],
    ['5 unlogged client', 'd2', 'reject', 'Clara'],
  ]);
});

test('note answers in a version’s section become data; the section stays in the text', async () => {
  const { rows } = await older.superuser.query(
    'select content, note_answers from platform.deliverables where version >= 3 order by version',
  );
  expect(rows.map(({ note_answers }) => note_answers)).toEqual([
    [
      { commentId: null, note: 'Add *rent*.', outcome: 'met', section: null, text: "See 'Prices', section 2." },
      {
        commentId: null,
        note: 'Owners? — as a table',
        outcome: 'partly',
        section: null,
        text: 'Two of three are named.',
      },
      { commentId: null, note: 'Shorter.', outcome: 'not_met', section: null, text: '' },
    ],
    [],
  ]);
  expect(rows[0]?.content).toBe(answering);
});

// AUD-5
test('entries of the audit log are chained in the order of their times', async () => {
  const { rows } = await older.superuser.query(
    `select entry_id as id, position::integer, committed = platform.audit_committed(entry, position, platform.audit_names(entry, salt)) as committed,
        hash = platform.hash_text(lag(hash, 1, '') over (order by position) || E'\\n' || committed) as linked,
        hash = head as last
      from platform.audit_links link join platform.audit_log entry on entry.id = entry_id
      join platform.audit_heads chain on chain.id = chain_id and chain.entries = 4
      order by position`,
  );
  expect(rows).toEqual(
    ['a1', 'a2', 'a3', 'a5'].map((id, index) => ({
      ...{ id, position: index + 1, committed: true, linked: true, last: index === 3 },
    })),
  );
});

test('row-level security is forced again on every table', async () => {
  const { rows } = await older.superuser.query(
    `select relname from pg_class where relnamespace = 'platform'::regnamespace and relkind = 'r'
      and relrowsecurity and not relforcerowsecurity`,
  );
  expect(rows).toEqual([]);
});

describe('what clients wrote before the team could comment', () => {
  // CMT-1
  test('is kept as comments of clients', async () => {
    const { rows } = await older.superuser.query(
      `select id, filename, version, body, quote, author_kind, author_id, author_name, status, created_at
        from platform.comments order by id`,
    );
    const author = { author_kind: 'client', author_id: 'link', author_name: 'Clara' };
    const said = { ...author, version: null, quote: null, status: 'open' };
    expect(rows).toEqual([
      { ...said, id: 'c1', filename: 'a.md', body: 'Why?', created_at: new Date(1_000) },
      { ...said, id: 'c2', filename: null, body: 'When?', created_at: new Date(2_000) },
    ]);
  });
});
