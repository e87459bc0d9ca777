import { ApiError } from '@ecp/contract/declaring/errors';
import type { ChatRequest } from '@ecp/testing/fake-llm/fake-llm-wire';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isOver, ofType, testTenant } from '../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  purposeOf,
  startPricedProvider,
  textOf,
} from '../../../testing/engine/priced-provider.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { salesSource, salesTable } from '../../../testing/engine/sales-table.ts';
import { scriptMaterial } from '../../../testing/engine/scripted-material.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';

let engine: TestEngine;
let provider: PricedProvider;
const material = scriptMaterial(() => engine.database);
beforeAll(async () => {
  provider = await startPricedProvider();
  engine = await startTestEngine({ models: provider.settings, material });
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});
beforeEach(() => {
  provider.respondWith(() => null);
  material.failQueriesWith(null);
  material.failVerifiesWith(null);
  material.answerWith(() => total);
});

const total = {
  columns: [{ name: 'Revenue', type: 'number' as const, unit: 'EUR' }],
  rows: [[9_208_577]],
};
const sql = 'select sum("Revenue") as "Revenue" from "sales"';
const ask = (statement = sql, name = 'query_tables') => ({
  name,
  arguments: JSON.stringify({ sql: statement, title: 'Revenue of all regions' }),
});
const hasResults = ({ messages }: ChatRequest) => messages.some(({ role }) => role === 'tool');
const isDraft = (body: ChatRequest) => purposeOf({ body }) === 'draft';
const oneTask = [
  { id: 'sales', name: 'Sales by region', description: 'Say how much the regions sell.' },
];

/** A request with the table. */
function tableRequest(changes: Parameters<typeof runRequest>[0] = {}) {
  return runRequest({ tasks: oneTask, sources: [salesSource], tables: [salesTable], ...changes });
}

async function complete(request: ReturnType<typeof runRequest>) {
  const before = { calls: provider.meter.calls.length, arrived: material.arrived.length };
  await engine.startRun(request);
  const events = await engine.eventsUntil(request.runId, isOver);
  const calls = provider.meter.calls.slice(before.calls);
  const logs = ofType(events, 'log');
  const document = ofType(events, 'deliverable').find(({ taskId }) => taskId === 'sales');
  const report =
    ofType(events, 'deliverable').find(({ filename }) => filename === '_run_report.md')?.content ??
    '';
  return { events, calls, logs, document, report, arrived: material.arrived.slice(before.arrived) };
}

/** Lets the model ask once, and cite what it gets in its document. */
function citeQuery() {
  provider.respondWith((body) => {
    if (isDraft(body) && !hasResults(body)) return { toolCalls: [ask()] };
    if (purposeOf({ body }) === 'observe')
      return JSON.stringify({ score: 90, strengths: [], issues: [] });
    const id = /Query (q[a-z0-9]{13})/.exec(textOf({ body }))?.[1];
    return isDraft(body)
      ? `# Sales\n\nRevenue is EUR 9,208,577.[^1]\n\n[^1]: Query ${id}: “Revenue: 9208577”\n`
      : null;
  });
}

describe('an agent that queries tables', () => {
  // RUN-22
  it('gets the result in the fence of the run, and the log and the report say what was asked', async () => {
    citeQuery();
    const request = tableRequest();
    const { events, calls, logs, report, arrived } = await complete(request);
    expect(events.at(-1)).toMatchObject({ status: 'completed' });
    expect(arrived).toEqual([
      {
        tenantId: testTenant,
        engagementId: request.engagement.id,
        runId: request.runId,
        id: expect.stringMatching(/^q[a-z0-9]{13}$/),
        sql,
        title: 'Revenue of all regions',
        agentSlug: expect.any(String),
      },
    ]);
    const { id } = arrived[0] ?? { id: '' };
    const [, second] = calls.filter((call) => purposeOf(call) === 'draft');
    const result = String(second?.body.messages.find(({ role }) => role === 'tool')?.content);
    expect(result).toMatch(
      new RegExp(
        `BEGIN result of Query ${id}\\]\\]\\nCite as: Query ${id}: “<column>: <value>”\\n`,
      ),
    );
    expect(result).toContain('Columns: Revenue (EUR)\nRows (1):\n9208577\n');
    expect(result).not.toContain('select sum');
    expect(result).toContain('(4 rounds of at most 8 calls left.');
    expect(
      logs.filter(({ code }) => code === 'tables_queried').map(({ message }) => message),
    ).toEqual([
      expect.stringMatching(
        new RegExp(`queried the tables for "Revenue of all regions": 1 row \\(Query ${id}\\)$`),
      ),
    ]);
    expect(report).toMatch(
      new RegExp(`asked the tables for “Revenue of all regions” \\(Query ${id}\\): rows: 1\\.`),
    );
  });

  it('has the result in the later calls of its task, and each cited query is run again before the check', async () => {
    const low = JSON.stringify({
      score: 40,
      strengths: [],
      issues: [{ concern: 'form', issue: 'Name the period.' }],
    });
    const before = material.verified.length;
    provider.respondWith((body) => {
      if (purposeOf({ body }) === 'observe') return low;
      if (isDraft(body) && !hasResults(body)) return { toolCalls: [ask()] };
      const id = /Query (q[a-z0-9]{13})/.exec(textOf({ body }))?.[1];
      if (!isDraft(body) && purposeOf({ body }) !== 'revise') return null;
      return `# Sales\n\nRevenue is EUR 9,208,577.[^1]\n\n[^1]: Query ${id}\n`;
    });
    const { calls, arrived } = await complete(tableRequest());
    const [revise] = calls.filter((call) => purposeOf(call) === 'revise');
    const [observe] = calls.filter((call) => purposeOf(call) === 'observe');
    for (const call of [revise, observe]) {
      expect(call && textOf(call)).toContain(`Cite as: Query ${arrived[0]?.id}`);
    }
    expect(arrived).toHaveLength(1);
    expect(material.verified.slice(before)).toContain(arrived[0]?.id);
  });

  it('gets a refusal as the result of the tool, with the reason', async () => {
    material.answerWith(() => ({ refused: 'Only one select is allowed.' }));
    provider.respondWith((body) =>
      isDraft(body) && !hasResults(body) ? { toolCalls: [ask('drop table sales')] } : null,
    );
    const { events, calls, logs } = await complete(tableRequest());
    expect(events.at(-1)).toMatchObject({ status: 'completed' });
    const results = calls
      .flatMap(({ body }) => body.messages)
      .filter(({ role }) => role === 'tool');
    expect(results.map(({ content }) => content)).toContainEqual(
      expect.stringMatching(/^Refused: Only one select is allowed\./),
    );
    expect(logs.filter(({ code }) => code === 'tool_refused')).toHaveLength(1);
  });

  it.each([
    ['that is deleted', new ApiError('not_found'), 'gave no answer: Not found.'],
    ['whose queries have no free place', new ApiError('service_unavailable'), 'gave no answer'],
    ['that cannot be read', new Error('The storage is away'), 'cannot be reached at the moment'],
  ])('goes on without a result of an engagement %s', async (_name, failure, reason) => {
    material.failQueriesWith(failure);
    provider.respondWith((body) =>
      isDraft(body) && !hasResults(body) ? { toolCalls: [ask()] } : null,
    );
    const { events, logs } = await complete(tableRequest());
    expect(events.at(-1)).toMatchObject({ status: 'completed' });
    const refusal = logs.find(({ code }) => code === 'tool_refused')?.message;
    expect(refusal).toContain(`The tables ${reason}`);
    expect(refusal).not.toContain('storage');
  });

  it('reads the description of tables without a query', async () => {
    const describeCall = { name: 'describe_tables', arguments: '{}' };
    const unknown = { name: 'describe_tables', arguments: '{"name":"costs"}' };
    provider.respondWith((body) =>
      isDraft(body) && !hasResults(body) ? { toolCalls: [describeCall, unknown] } : null,
    );
    const { calls, arrived } = await complete(tableRequest());
    const results = calls
      .flatMap(({ body }) => body.messages)
      .filter(({ role }) => role === 'tool');
    expect(results[0]?.content).toContain(
      'Table: sales (sales.csv), 20000 rows\nColumns:\n- "Region" text\n',
    );
    expect(results[1]?.content).toMatch(
      /^Refused: There is no table "costs"\. The tables are: "sales"\./,
    );
    expect(arrived).toEqual([]);
  });

  it('is offered the same tools in all its calls, and none of tables in a run without them', async () => {
    const names = (body: ChatRequest) => (body.tools ?? []).map((tool) => tool.function.name);
    const withTables = await complete(tableRequest());
    const draft = withTables.calls.find((call) => purposeOf(call) === 'draft');
    expect(draft && names(draft.body)).toEqual([
      'search_context',
      'read_document',
      'calculate',
      'describe_tables',
      'query_tables',
      'note_conflict',
    ]);
    const without = await complete(runRequest({ tasks: oneTask, sources: [salesSource] }));
    const plain = without.calls.find((call) => purposeOf(call) === 'draft');
    expect(plain && names(plain.body)).toEqual([
      'search_context',
      'read_document',
      'calculate',
      'note_conflict',
    ]);
  });

  // TAB-12
  it('sees head and first rows of a big table in its prompt, what gives no table, and its text only where the run has no table', async () => {
    const rows = JSON.stringify(salesSource.text.slice(0, 4_000)).slice(1, -1);
    const draftOf = async (request: ReturnType<typeof runRequest>) => {
      const { calls } = await complete(request);
      return textOf(
        calls.find((call) => purposeOf(call) === 'draft') ?? { body: { model: '', messages: [] } },
      );
    };
    const withoutTable = [
      { attachmentId: 'a', filename: 'plan.xlsx', sheet: 'Cover', reason: 'no_table' as const },
    ];
    const withTable = await draftOf(tableRequest({ withoutTable }));
    expect(withTable).toContain('(sales.csv), 20000 rows');
    expect(withTable).toContain('plan.xlsx, sheet Cover: has nothing that is a table');
    expect(withTable).toContain('comes from query_tables, which computes over all rows');
    expect(withTable).not.toContain(rows);
    const without = await draftOf(runRequest({ tasks: oneTask, sources: [salesSource] }));
    expect(without).toContain(rows);
    expect(without).not.toContain('query_tables');
  });
});

describe('the check of a cited query', () => {
  // RUN-22
  it('does not verify a query whose result has changed, and the log says so', async () => {
    const statement = `${sql} where "Year" = 2024`;
    provider.respondWith((body) => {
      if (isDraft(body) && !hasResults(body)) return { toolCalls: [ask(statement)] };
      const id = /Query (q[a-z0-9]{13})/.exec(textOf({ body }))?.[1] ?? '';
      if (purposeOf({ body }) === 'observe') {
        material.change(id);
        return JSON.stringify({ score: 90, strengths: [], issues: [] });
      }
      return isDraft(body)
        ? `# Sales\n\nRevenue is EUR 9,208,577.[^1]\n\n[^1]: Query ${id}\n`
        : null;
    });
    const { logs, document } = await complete(tableRequest());
    expect(logs.find(({ code }) => code === 'query_not_verified')?.message).toContain(
      'no longer the same',
    );
    expect(document?.citations?.find(({ footnote }) => footnote === '1')?.state).not.toBe(
      'verified',
    );
  });

  // RUN-22
  it.each([
    ['failed', new ApiError('query_failed', { values: { reason: 'It took too long' } }), 1],
    ['had no free place', new ApiError('service_unavailable'), 3],
  ])(
    'keeps the figures of a query that %s when it was run again, and the log says so',
    async (_, failure, asked) => {
      provider.respondWith((body) => {
        if (isDraft(body) && !hasResults(body)) return { toolCalls: [ask()] };
        const id = /Query (q[a-z0-9]{13})/.exec(textOf({ body }))?.[1];
        return isDraft(body)
          ? `# Sales\n\nRevenue is EUR 9,208,577.[^1]\n\n[^1]: Query ${id}\n`
          : null;
      });
      material.failVerifiesWith(failure);
      const before = material.unverified.length;
      const { logs, document, calls } = await complete(tableRequest());
      expect(logs.find(({ code }) => code === 'query_not_verified')?.message).toContain(
        'its recorded result counts',
      );
      expect(document?.citations?.find(({ footnote }) => footnote === '1')?.state).toBe('unjudged');
      expect(calls.filter((call) => purposeOf(call) === 'repair')).toEqual([]);
      expect(material.unverified.length - before).toBe(asked);
    },
  );
});
