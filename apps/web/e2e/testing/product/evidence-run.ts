import { countCitations } from '@ecp/contract/values/citation-counts';
import type { Citation } from '@ecp/contract/values/citations';
import type { Figure } from '@ecp/contract/values/figures';
import { pollUntil } from '@ecp/testing/poll-until';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { succeed } from '../succeed.ts';
import type { ScriptedProduct } from './scripted-product.ts';

const sales = 'Region;Sales 2024;Sales 2025\nNorth;1200;1500\nSouth;800;900\nWest;400;300\n';
const tasks = [
  { id: 'survey', name: 'Survey' },
  { id: 'advice', name: 'Price advice' },
];
const source = { kind: 'attachment', title: 'sales.csv', location: null } as const;
const base = {
  source,
  quote: null,
  reason: null,
  passage: null,
  derivation: null,
} satisfies Partial<Citation>;

const citations: Citation[] = [
  {
    ...base,
    footnote: 'row',
    claim: 'The South sold 900.',
    quote: 'South | 800 | 900',
    state: 'verified',
  },
  {
    ...base,
    footnote: 'growth',
    claim: 'Sales of the South grew by 12.5 %.',
    state: 'computed',
    derivation: {
      expression: '(b - a) / a * 100',
      inputs: [
        { label: 'a', value: 800, unit: 'EUR', citation: 'row' },
        { label: 'b', value: 900, unit: 'EUR', citation: null },
      ],
      result: 12.5,
    },
  },
  {
    ...base,
    footnote: 'west',
    claim: 'The West sold 350.',
    state: 'altered',
    reason: '350 does not occur in the cited passage',
    passage: 'West | 400 | 300',
  },
  { ...base, footnote: null, claim: 'The market doubles by 2030.', state: 'uncited' },
];
const text = `# Survey

## Findings

The South sold 900.[^row] Sales of the South grew by 12.5 %.[^growth] The West sold 350.[^west]

The market doubles by 2030.

[^row]: sales.csv: South | 800 | 900
[^growth]: Computed from sales.csv
[^west]: sales.csv: West
`;

const figure = (value: number, state: Figure['state']): Figure => ({
  label: 'Sales of the South',
  unit: 'EUR',
  period: '2025',
  value,
  text: `${value}`,
  section: 'Findings',
  state,
});

/**
 * Runs an engagement with a table and two documents that say different things about it. Returns its
 * id.
 */
export async function runWithEvidence(page: Page, product: ScriptedProduct): Promise<string> {
  const body = { name: 'Bicycles', client: 'Spoke', brief: 'Who would subscribe?', tasks };
  const { id } = await succeed<{ id: string }>(page.request, '/api/engagements', body);
  const file = { name: 'sales.csv', mimeType: 'text/csv', buffer: Buffer.from(sales) };
  expect(
    (
      await page.request.post(`/api/engagements/${id}/attachments`, { multipart: { file } })
    ).status(),
  ).toBe(201);
  const readTables = async () => {
    const answer = await page.request.get(`/api/engagements/${id}/tables`);
    return ((await answer.json()) as { tables: unknown[] }).tables;
  };
  await pollUntil(readTables, (tables) => tables.length === 1);
  const { runId } = await succeed<{ runId: string }>(
    page.request,
    `/api/engagements/${id}/run`,
    {},
  );
  const run = await product.engine.waitForRun(runId);
  const planned = tasks.map((task) => {
    return {
      ...task,
      description: '',
      agent: 'data-analyst',
      dependsOn: [],
      filename: `${task.id}.md`,
    };
  });
  run.push({ type: 'plan', planned: false, tasks: planned });
  const checked = {
    citations,
    citationCounts: countCitations(citations),
    figures: [figure(900, 'verified')],
  };
  run.push({
    type: 'deliverable',
    taskId: 'survey',
    filename: 'survey.md',
    wordCount: 30,
    content: text,
    ...checked,
  });
  const advice = {
    content: '# Price advice\n\nThe South sold 950.\n',
    figures: [figure(950, 'altered')],
  };
  run.push({
    type: 'deliverable',
    taskId: 'advice',
    filename: 'advice.md',
    wordCount: 6,
    ...advice,
  });
  run.push({ type: 'status', status: 'completed', error: null });
  const readStatus = async () =>
    (await page.request.get(`/api/engagements/${id}/deliverables/advice.md`)).status();
  await pollUntil(readStatus, (status) => status === 200);
  return id;
}
