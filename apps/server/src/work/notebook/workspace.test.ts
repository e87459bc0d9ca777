import type { Answer, AnswerContent, AnswerVersion, RunMessage } from '@ecp/contract/work/answers';
import type { NotebookEntry, NotebookItem, Reproduction } from '@ecp/contract/work/notebook';
import { insertRun } from '@ecp/testing/engagement-factory';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTableTenant, type TableTenant } from '../../../testing/table-tenant.ts';
import { awaitApproval, findAnswerOfStep, saveAnswer } from '../../material/answers/answers.ts';
import { takeMessages } from '../../material/answers/messages.ts';
import {
  type EntryTarget,
  type NewEntry,
  recordEntry,
  recordFact,
  refuseFact,
} from '../../material/notebook/notebook.ts';
import { runProgram } from '../../material/programs/programs.ts';

let platform: TestPlatform;
let tenant: TableTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createTableTenant(platform);
});
afterAll(() => platform.close());

const content: AnswerContent = {
  question: 'Which site does the firm keep?',
  answer: 'It keeps Halle. Leaving costs 450,000 EUR.',
  claims: [],
  model: null,
  motions: [],
  notDone: [],
  contradictions: [],
  unknown: [],
  division: [],
  objections: [],
};

interface WorkingTenant extends TableTenant {
  runId: string;
  target: EntryTarget;
}

/** Adds an engagement with the table `sales` and a run in a state. */
async function addWork(status: 'running' | 'paused' | 'completed'): Promise<WorkingTenant> {
  const { database } = platform;
  const working = await tenant.addEngagement();
  const { tenantId, engagementId } = working;
  const runId = await insertRun(database, tenantId, engagementId, { status });
  await platform.asSuperuser('update platform.engagements set status = $2 where id = $1', [
    engagementId,
    status,
  ]);
  return { ...working, runId, target: { tenantId, engagementId, runId, taskId: null } };
}

const entriesOf = async (working: TableTenant) =>
  (await working.get<{ entries: NotebookItem[] }>(`${working.base}/notebook`)).body.entries;

describe('the notebook', () => {
  // NBK-12, NBK-13
  test('records a program with its tables, facts and inputs, and runs it again', async () => {
    const { target, ...working } = await addWork('running');
    const { services } = platform;
    const code = `const rows = await sql('select region, amount from sales order by amount');
      const total = rows.reduce((sum, row) => sum + row.amount, 0);
      table('Sales', rows);
      facts.set('all-sales', { label: 'All sales', value: total, unit: 'EUR', period: null });
      console.log(new Date().toISOString(), Math.random());`;
    const order = {
      id: 'cprogram',
      title: 'Sales',
      finding: 'They sum up.',
      code,
      runDate: '2026-05-04',
    };
    const answer = await runProgram(services, target, order);
    expect(answer).toMatchObject({
      entry: {
        kind: 'code',
        number: 1,
        runId: working.runId,
        facts: [{ id: 'all-sales', value: expect.any(Number), path: 'facts/all-sales' }],
        tables: [{ name: 'Sales', totalRows: 3, columns: [{ type: 'text' }, { type: 'number' }] }],
        inputs: [{ kind: 'table', name: 'sales' }],
        output: expect.stringContaining('2026-05-04'),
      },
    });
    // A repeated step runs nothing and gets the same entry.
    expect(await runProgram(services, target, order)).toEqual(answer);

    const cell = { label: 'Least', unit: null, period: null, row: 0, column: 'amount' };
    await recordFact(services.database, target, { ...cell, id: 'least', entryId: order.id });

    // The program goes on running when the table has gone.
    await platform.asSuperuser('delete from platform.data_tables where engagement_id = $1', [
      target.engagementId,
    ]);
    const reproduce = () =>
      working.post<Reproduction>(`${working.base}/notebook/cprogram/reproduce`, {});
    expect((await reproduce()).body).toEqual({ identical: true, differences: [] });
    await platform.asSuperuser(
      `update platform.notebook_entries set output = 'other' where id = 'cprogram' and engagement_id = $1`,
      [target.engagementId],
    );
    expect((await reproduce()).body).toEqual({
      identical: false,
      differences: ['The program prints something else.'],
    });
    const response = await fetch(`${platform.baseUrl}${working.base}/notebook/export`, {
      headers: working.headers,
    });
    const files = Object.keys(unzipSync(new Uint8Array(await response.arrayBuffer())));
    expect(files).toContain('entries/001-sales/run/run.ts');
    expect(files).toContain('entries/001-sales/run/queries/1.json');
  });

  // NBK-12
  test('gives a program the texts and facts that it names, and leaves no entry of one that fails', async () => {
    const { target, ...working } = await addWork('running');
    const { services } = platform;
    const { id } = await working.query('select region, amount from sales order by amount');
    const cell = { label: 'Least sales', unit: 'EUR', period: null, entryId: id };
    await recordFact(services.database, target, {
      ...cell,
      id: 'least-sales',
      row: 0,
      column: 'amount',
    });
    const run = (name: string, code: string) =>
      runProgram(services, target, {
        id: name,
        title: name,
        finding: '',
        code,
        runDate: '2026-05-04',
      });
    const code = `console.log(facts.get('least-sales').value, texts['sales.csv'].includes('region'));`;
    expect(await run('creads', code)).toMatchObject({
      entry: {
        output: '7 true\n',
        inputs: [
          { kind: 'text', name: 'sales.csv' },
          { kind: 'fact', name: 'least-sales' },
        ],
      },
    });
    const failing = [
      [`throw new Error('No such luck')`, 'No such luck'],
      [`await sql('select * from nowhere')`, 'nowhere'],
      [`console.log((await sql('select range as x from range(300000)')).length)`, '200,000 rows'],
      [`facts.set('x', { label: 'y'.repeat(250), value: 1 })`, 'The label of x needs 1 to 200'],
    ];
    for (const [program = '', reason = ''] of failing) {
      const answer = await run('cfails', program);
      expect(answer).toEqual({ refused: expect.stringContaining(reason) });
    }
    expect(await entriesOf(working)).toHaveLength(2);
  });

  // NBK-1, NBK-2
  test('has each recorded query under its id, with source, inputs and result', async () => {
    const working = await tenant.addEngagement();
    const sql = 'select region, amount from sales order by amount';
    const first = await working.query(sql, 'Sales by region');
    const second = await working.query('select sum(amount) as total from sales');
    expect(await entriesOf(working)).toMatchObject([
      { id: first.id, number: 1, kind: 'query', title: 'Sales by region', runId: null, facts: [] },
      { id: second.id, number: 2, kind: 'query', title: '', finding: '' },
    ]);
    const { body } = await working.get<NotebookEntry>(`${working.base}/notebook/${first.id}`);
    expect(body).toMatchObject({
      source: sql,
      inputs: [{ kind: 'table', name: 'sales', sha256: first.tables[0]?.sha256 }],
      tables: [{ name: 'result', totalRows: 3, rows: first.rows }],
    });
    expect((await working.get(`${working.base}/notebook/none`)).status).toBe(404);
  });

  // NBK-3, NBK-4
  test('records an entry once, and a fact by a cell with its earlier revisions', async () => {
    const { target, ...working } = await addWork('running');
    const { database } = platform;
    const { id } = await working.query('select region, amount from sales order by amount');
    const passage: NewEntry = {
      id: 'passageofhalle',
      kind: 'passage',
      title: 'Lease offer',
      finding: 'The lease ends in 2027.',
      source: 'The lease ends on 31 March 2027.',
      inputs: [{ kind: 'text', name: 'sales.csv', content: 'region,amount' }],
      tables: [],
      output: '',
      durationMs: null,
      facts: [],
    };
    const recorded = await recordEntry(database, target, passage);
    expect(recorded).toMatchObject({ number: 2, runId: working.runId });
    expect(await recordEntry(database, target, { ...passage, title: 'Other' })).toEqual(recorded);

    const cell = { label: 'Least sales', unit: null, period: '2026', entryId: id };
    const leastSales = { ...cell, id: 'least-sales', row: 0, column: 'amount' };
    expect(await recordFact(database, target, leastSales)).toMatchObject({
      value: 7,
      path: 'rows/0/amount',
    });
    await recordFact(database, target, leastSales);
    await recordFact(database, target, { ...leastSales, row: 1 });
    const [entry] = await entriesOf(working);
    expect(entry?.facts).toMatchObject([{ id: 'least-sales', value: 10 }]);
    const revisions = await platform.asSuperuser(
      'select revision from platform.facts where engagement_id = $1',
      [working.engagementId],
    );
    expect(revisions).toHaveLength(2);

    const refusals = [
      { ...leastSales, row: 3 },
      { ...leastSales, column: 'price' },
      { ...leastSales, entryId: 'none' },
      { ...leastSales, id: 'Least sales' },
    ];
    for (const refusal of refusals)
      expect(await recordFact(database, target, refusal)).toMatchObject({
        refused: expect.stringMatching(/\.$/),
      });
    expect(refuseFact({ ...cell, id: 'share', value: Number.NaN, path: null })).toBe(
      'The value of share is no finite number.',
    );
  });

  // NBK-5
  test('reproduces a query and a passage, and names what differs', async () => {
    const { target, ...working } = await addWork('completed');
    const { id } = await working.query('select region, amount from sales order by amount');
    const reproduce = async (entryId: string) =>
      (await working.post<Reproduction>(`${working.base}/notebook/${entryId}/reproduce`, {})).body;
    expect(await reproduce(id)).toEqual({ identical: true, differences: [] });
    await platform.asSuperuser(
      `update platform.queries set rows = '[["East",8],["North",10],["South",32]]', result_hash = 'x'
        where id = $1`,
      [id],
    );
    expect(await reproduce(id)).toEqual({
      identical: false,
      differences: ['Row 0: East | 8 is recorded, and East | 7 comes out.'],
    });
    // What was read of the file is stored, so that the file itself need not be there.
    const page = 'The lease ends on 31 March 2027. It costs 12,000 EUR.';
    const passage = (entryId: string, source: string): NewEntry => ({
      id: entryId,
      kind: 'passage',
      title: 'Lease',
      finding: 'The lease ends in 2027.',
      source,
      inputs: [{ kind: 'text', name: 'lease.md', content: page }],
      tables: [],
      output: '',
      durationMs: null,
      facts: [],
    });
    const words = 'The lease ends on 31 March 2027.';
    await recordEntry(platform.database, target, passage(`${id}a`, words));
    await recordEntry(platform.database, target, passage(`${id}b`, 'It ends on 1 May 2031.'));
    expect(await reproduce(`${id}a`)).toEqual({ identical: true, differences: [] });
    expect(await reproduce(`${id}b`)).toEqual({
      identical: false,
      differences: ['The words do not stand in lease.md.'],
    });
  });

  // NBK-6
  test('is exported with sources, results, tables and their names', async () => {
    const working = await tenant.addEngagement();
    await working.query('select region, amount from sales order by amount', 'Sales by region');
    const response = await fetch(`${platform.baseUrl}${working.base}/notebook/export`, {
      headers: working.headers,
    });
    expect(response.headers.get('content-type')).toBe('application/zip');
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const textOf = (path: string) => Buffer.from(files[path] ?? []).toString();
    expect(Object.keys(files).toSorted()).toEqual([
      'README.md',
      'entries/001-sales-by-region/entry.json',
      'entries/001-sales-by-region/query.sql',
      'entries/001-sales-by-region/result.csv',
      'tables.sql',
      'tables/sales.parquet',
    ]);
    expect(textOf('entries/001-sales-by-region/result.csv')).toContain('East,7\r\nNorth,10');
    expect(textOf('tables.sql')).toContain(`create view "sales" as select "region" as "region"`);
    expect(textOf('tables/sales.parquet').slice(0, 4)).toBe('PAR1');
  });
});

describe('the answer', () => {
  // NBK-7, NBK-8
  test('is versioned by steps of a run and by people, and takes no status from them', async () => {
    const { target, runId, ...working } = await addWork('running');
    const path = `${working.base}/answer`;
    expect((await working.get(path)).status).toBe(404);
    expect((await working.get(`${path}/versions`)).status).toBe(404);
    expect((await working.patch(path, { answer: 'No.' })).status).toBe(404);
    const step = { runId, step: 'analysis', status: 'draft' as const };
    await saveAnswer(platform.database, target, content, step);
    await saveAnswer(platform.database, target, { ...content, answer: 'Other.' }, step);
    expect((await working.get<Answer>(path)).body).toEqual({
      version: 1,
      status: 'draft',
      ...content,
      approvedBy: null,
      approvedAt: null,
    });
    const { tenantId } = target;
    const stored = await findAnswerOfStep(platform.database, { tenantId, runId, step: 'analysis' });
    expect(stored).toMatchObject({ version: 1 });

    const edited = await working.patch<Answer>(path, { answer: 'It keeps both sites.' });
    expect(edited.body).toMatchObject({ version: 2, status: 'draft', question: content.question });
    for (const body of [{ status: 'approved' }, { objections: [] }, { approvedBy: 'Ada' }, {}])
      expect((await working.patch(path, body)).status).toBe(400);
    const { body } = await working.get<{ versions: AnswerVersion[] }>(`${path}/versions`);
    expect(body.versions).toMatchObject([
      { version: 2, origin: 'human', editedBy: expect.any(String) },
      { version: 1, origin: 'agent', editedBy: null },
    ]);
  });

  // NBK-9
  test('is approved or returned once while a run waits for it', async () => {
    const { target, runId, ...working } = await addWork('running');
    const path = `${working.base}/answer`;
    const { database } = platform;
    await saveAnswer(database, target, content, { runId, step: 'analysis', status: 'challenged' });
    expect(await working.post(`${path}/approve`, {})).toMatchObject({
      status: 409,
      body: { code: 'not_waiting' },
    });
    expect(await awaitApproval(database, { ...target, runId, round: 1 })).toEqual({
      state: 'waiting',
    });
    expect((await working.post(`${path}/return`, { notes: ' ' })).status).toBe(400);
    expect((await working.post(`${path}/return`, { notes: 'Add the costs.' })).status).toBe(202);
    expect(await awaitApproval(database, { ...target, runId, round: 1 })).toEqual({
      state: 'returned',
      notes: 'Add the costs.',
    });
    expect((await working.post(`${path}/return`, { notes: 'Again.' })).status).toBe(409);
    await awaitApproval(database, { ...target, runId, round: 2 });
    const approved = await working.post<Answer>(`${path}/approve`, {});
    expect(approved).toMatchObject({
      status: 200,
      body: { status: 'approved', approvedBy: expect.any(String), approvedAt: expect.any(String) },
    });
    const edited = await working.patch<Answer>(path, { unknown: ['The rent after 2027.'] });
    expect(edited.body).toMatchObject({ status: 'challenged', approvedBy: null, version: 2 });
    const actions = await platform.asSuperuser(
      `select action from platform.audit_log where resource_id = $1 and action like 'answer.%'
        order by created_at`,
      [working.engagementId],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'answer.return',
      'answer.approve',
      'answer.update',
    ]);
  });

  // NBK-9
  test('is not decided once its run is over, even if the run had waited for it', async () => {
    const { target, runId, ...working } = await addWork('running');
    const { database } = platform;
    await saveAnswer(database, target, content, { runId, step: 'analysis', status: 'challenged' });
    await awaitApproval(database, { ...target, runId, round: 1 });
    await platform.asSuperuser(`update platform.engagements set status = 'failed' where id = $1`, [
      working.engagementId,
    ]);
    expect(await working.post(`${working.base}/answer/approve`, {})).toMatchObject({
      status: 409,
      body: { code: 'not_waiting' },
    });
  });
});

describe('a message to a run', () => {
  // NBK-10
  test('is stored while a run is at work or paused, and read by one turn', async () => {
    for (const status of ['running', 'paused'] as const) {
      const { target, runId, ...working } = await addWork(status);
      const path = `${working.base}/messages`;
      const sent = await working.post<{ id: string }>(path, { text: ' The site is sold. ' });
      expect(sent.status).toBe(202);
      const list = async () => (await working.get<{ messages: RunMessage[] }>(path)).body.messages;
      const message = { id: sent.body.id, text: 'The site is sold.', by: expect.any(String) };
      expect(await list()).toMatchObject([{ ...message, readAt: null }]);
      const take = (turn: string) =>
        takeMessages(platform.database, { tenantId: target.tenantId, runId, turn });
      expect(await take('analysis:turn2')).toMatchObject([message]);
      expect(await take('analysis:turn2')).toMatchObject([message]);
      expect(await take('analysis:turn3')).toEqual([]);
      expect(await list()).toMatchObject([{ ...message, readAt: expect.any(String) }]);
    }
  });

  test('is refused without a run at work, without words, and with too many', async () => {
    const { base, post } = await addWork('completed');
    expect(await post(`${base}/messages`, { text: 'Stop.' })).toMatchObject({
      status: 409,
      body: { code: 'not_running' },
    });
    for (const text of ['', '  ', 'x'.repeat(10_001)])
      expect((await post(`${base}/messages`, { text })).status).toBe(400);
  });
});

test('an engagement waits for approval only if it says so, by a truth value', async () => {
  const { base, get, patch } = await tenant.addEngagement();
  expect((await get(base)).body).toMatchObject({ approveAnswer: false });
  expect((await patch(base, { approveAnswer: true })).body).toMatchObject({ approveAnswer: true });
  expect((await patch(base, { approveAnswer: 'yes' })).status).toBe(400);
});
