import { randomBytes } from 'node:crypto';
import { createFreshDatabase, type FreshDatabase, withDatabaseName } from '@ecp/testing/postgres/fresh-database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from './migrate.ts';

const migration = '0036_run_facts.sql';
const owner = `owner_${randomBytes(6).toString('hex')}`;
let fresh: FreshDatabase;
let own: pg.Client;

/** Makes a database of the previous release. Row-level security applies to its owner's updates: it is no superuser. */
beforeAll(async () => {
  fresh = await createFreshDatabase();
  await fresh.asSuperuser(`create role ${owner} login createrole password '${owner}'`);
  await fresh.asSuperuser(`grant ecp_tenant, ecp_system to ${owner}`);
  await fresh.asSuperuser(`create database ${owner} owner ${owner}`);
  const address = new URL(withDatabaseName(fresh.adminUrl, owner));
  own = new pg.Client({ connectionString: address.toString() });
  await own.connect();
  Object.assign(address, { username: owner, password: owner });
  await migrate(address.toString());
  await own.query(`alter table platform.runs drop column failure_reason; alter table engine.runs drop column failure_reason;
    alter table engine.model_calls drop column cut;
    delete from public.schema_migrations where name = '${migration}'`);
  await own.query(oldRows);
  expect(await migrate(address.toString())).toEqual({ applied: [migration] });
});
afterAll(async () => {
  await own?.end();
  await fresh.asSuperuser(`drop database if exists ${owner}`);
  await fresh.asSuperuser(`drop role ${owner}`);
  await fresh.drop();
});

const tasks = JSON.stringify([
  { id: 'a', name: 'Alpha', agentSlug: 'data-analyst' },
  { id: 'b', name: 'Beta', agentSlug: 'change-lead' },
]);

const cutNote = "> This document was cut at the model's output limit; run the task again with a narrower description.";
const cutAnswer = `'${JSON.stringify(`# Cut\n\n${cutNote}`).replaceAll("'", "''")}'`;

const oldRows = `
  insert into platform.tenants (id, name, slug) values ('t', 'T', 't');
  insert into platform.engagements (id, tenant_id, name, client, slug, brief, budget_nano_usd)
    values ('e', 't', 'E', 'C', 'e', 'B', 1);
  insert into platform.runs (id, tenant_id, engagement_id, kind, status, error) values
    ('stopped', 't', 'e', 'run', 'failed', 'Stopped by user'),
    ('wall', 't', 'e', 'run', 'failed', 'Budget exhausted: spent $5.00 of $5.00'),
    ('tasks', 't', 'e', 'run', 'failed', '1 of 3 tasks failed: Budget exhausted'),
    ('gone', 't', 'e', 'rerun', 'failed', 'The task to run again is not in the engagement any more'),
    ('refused', 't', 'e', 'run', 'failed', 'Engine error: No capacity'),
    ('lost', 't', 'e', 'run', 'failed', 'The engine has lost the run'),
    ('broken', 't', 'e', 'run', 'failed', 'The engine hit an internal error; start the run again'),
    ('planner', 't', 'e', 'run', 'failed', 'The model gpt-5 refused the request (HTTP 400): no'),
    ('fine', 't', 'e', 'run', 'completed', null);
  insert into engine.runs (id, tenant_id, engagement_id, status, error, input, tasks)
    values ('r', 't', 'e', 'failed', 'Budget exhausted: spent $5.00 of $5.00', '{}', '${tasks}');
  insert into engine.model_calls
    (id, tenant_id, run_id, engagement_id, call_key, attempt, task_id, purpose, agent_slug, model, status, executor_id, reserved_nano_usd, answer)
    values ('c', 't', 'r', 'e', 'a/draft', 1, 'a', 'draft', 'data-analyst', 'm', 'settled', 'x', 0, ${cutAnswer}),
      ('d', 't', 'r', 'e', 'b/draft', 1, 'b', 'draft', 'data-analyst', 'm', 'settled', 'x', 0, '"# Whole"'),
      ('f', 't', 'r', 'e', 'b/observe', 1, 'b', 'observe', 'observer', 'm', 'settled', 'x', 0, '{"score": 80}');
  insert into engine.delegations (id, tenant_id, run_id, task_id, from_agent, to_agent, question, cost_nano_usd, state)
    values ('a/q', 't', 'r', 'a', 'data-analyst', 'brand-strategist', 'Who?', 0, 'refused');
  insert into engine.events (tenant_id, run_id, seq, event_key, type, data) values
    ('t', 'r', 1, 'begin', 'status', '{"status": "running", "error": null}'),
    ('t', 'r', 2, 'log:plan', 'log', '{"message": "Planned 2 tasks: Alpha; Beta"}'),
    ('t', 'r', 3, 'log:start:a', 'log', '{"message": "Alpha: started by data-analyst with m"}'),
    ('t', 'r', 4, 'search:a/draft:1', 'log', '{"message": "Data Analyst searched the sources for \\": failed: \\": nothing found"}'),
    ('t', 'r', 5, 'search:a/draft:2', 'log', '{"message": "Data Analyst was refused a call of the tool x: unknown"}'),
    ('t', 'r', 6, 'retry:a/draft:1', 'log', '{"message": "Busy. Trying again in 1.0 s (try 2 of 4)."}'),
    ('t', 'r', 7, 'log:delegation:a/q', 'log', '{"message": "data-analyst did not ask brand-strategist: too deep"}'),
    ('t', 'r', 8, 'log:citations:a', 'log', '{"message": "Alpha: 2 citations checked, 1 altered"}'),
    ('t', 'r', 9, 'log:end:b', 'log', '{"message": "Beta: failed: Budget exhausted: spent $5.00 of $5.00"}'),
    ('t', 'r', 10, 'end:b', 'task_complete',
      '{"taskId": "b", "status": "failed", "error": "Budget exhausted: spent $5.00 of $5.00", "cost": 0}'),
    ('t', 'r', 11, 'search:words-only', 'log', '{"message": "The sources are searched by their words alone"}'),
    ('t', 'r', 12, 'log:odd', 'log', '{"message": "A character that Postgres cannot read: \\u0000"}'),
    ('t', 'r', 13, 'end', 'status', '{"status": "failed", "error": "Budget exhausted: spent $5.00 of $5.00"}');`;

describe('rows of an earlier release', () => {
  test('get their failure reason', async () => {
    const { rows } = await own.query('select id, failure_reason as reason from platform.runs');
    expect(Object.fromEntries(rows.map(({ id, reason }) => [id, reason]))).toEqual({
      ...{ stopped: 'stopped', wall: 'budget_exhausted', tasks: 'tasks_failed', gone: 'task_missing' },
      ...{ refused: 'start_failed', lost: 'engine_lost', broken: 'internal_error', planner: 'planning_failed' },
      fine: null,
    });
    const engine = await own.query('select failure_reason as reason from engine.runs');
    expect(engine.rows).toEqual([{ reason: 'budget_exhausted' }]);
  });

  test('get a flag for texts that were cut at the output limit, without the sentence that said so', async () => {
    const { rows } = await own.query(`select cut, answer from engine.model_calls order by id`);
    expect(rows).toEqual([
      { cut: true, answer: '# Cut' },
      { cut: false, answer: '# Whole' },
      { cut: false, answer: { score: 80 } },
    ]);
  });

  test('get the facts of their events and keep their messages', async () => {
    const { rows } = await own.query(`select seq::integer, data from engine.events where seq <> 12 order by seq`);
    const ofLead = { agent: 'data-analyst', taskId: 'a' };
    const ofRun = { agent: null, taskId: null };
    expect(rows.map(({ data }) => data)).toMatchObject([
      { status: 'running', failureReason: null },
      { level: 'info', code: 'plan_ready', ...ofRun, message: 'Planned 2 tasks: Alpha; Beta' },
      { level: 'info', code: 'task_started', ...ofLead },
      { level: 'info', code: 'sources_searched', ...ofLead },
      { level: 'warning', code: 'tool_refused', ...ofLead },
      { level: 'warning', code: 'call_retried', ...ofLead },
      { level: 'warning', code: 'question_refused', ...ofLead },
      { level: 'warning', code: 'citations_checked', ...ofLead },
      { level: 'error', code: 'task_failed', agent: 'change-lead', taskId: 'b' },
      { status: 'failed', failureReason: 'budget_exhausted' },
      { level: 'warning', code: 'vectors_missing', ...ofRun },
      { status: 'failed', failureReason: 'budget_exhausted' },
    ]);
    const odd = await own.query('select data::text from engine.events where seq = 12');
    expect(odd.rows[0].data).toContain('\\u0000');
  });
});
