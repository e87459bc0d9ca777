import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import type { EngineQuery } from '@ecp/contract/engine/tool-access';
import { isOpen } from '@ecp/contract/values/citation-counts';
import type { CreateEngagementBody } from '@ecp/contract/work/engagements';
import { countBody, pageLengths } from '@ecp/markdown/count-words';
import { missingOnPageOne } from '@ecp/markdown/page-one';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOver, ofType } from '../../../apps/server/testing/engine/engine-client.ts';
import { scriptMaterial } from '../../../apps/server/testing/engine/scripted-material.ts';
import {
  startTestEngine,
  type TestEngine,
} from '../../../apps/server/testing/engine/start-test-engine.ts';
import { openAttachments } from '../../../examples/read-attachments.ts';
import { expectedPassages } from '../../../examples/window-maker-export/recorded/figures/expected-passages.ts';
import { listAttachments } from '../run-engagement.ts';
import { isRight, readCalculations } from './read-calculations.ts';
import { readMaterial } from './read-rehearsal.ts';
import { draftOf, readRecordings } from './recordings.ts';
import { type ReplayServer, recordedModelId, replaySettings, startReplayServer } from './replay.ts';

const folder = fileURLToPath(new URL('../../../examples/window-maker-export/', import.meta.url));
const recorded = join(folder, 'recorded');
const sample = JSON.parse(
  await readFile(join(folder, 'engagement.json'), 'utf8'),
) as CreateEngagementBody;
const tasks = (
  JSON.parse(await readFile(join(recorded, 'plan.json'), 'utf8')) as {
    tasks: { id: string; name: string }[];
  }
).tasks;
const recordings = await readRecordings(recorded);
const papers = new Map(tasks.map(({ id, name }) => [id, draftOf(recordings, name)] as const));
/** What the platform answered to the queries of the recording. */
const { queries } = JSON.parse(
  await readFile(
    new URL('../../../apps/server/src/work/runs/recorded/sample/engagement.json', import.meta.url),
    'utf8',
  ),
) as { queries: Pick<EngineQuery, 'sql' | 'columns' | 'rows'>[] };

const withoutReferences = (paper: string) => paper.replace(/\[\^[^\]]+\]/g, '');

describe('the recorded engagement', () => {
  let directory: string;
  let server: ReplayServer;
  let engine: TestEngine;
  let events: EngineEvent[];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'recorded-'));
    server = await startReplayServer(recordings, { slow: false });
    const tables = scriptMaterial(() => engine.database);
    tables.answerWith((sql) => {
      const { columns, rows } = queries.find((query) => query.sql === sql) ?? {};
      return columns && rows
        ? { columns, rows }
        : { refused: `The recording has no result of ${sql}` };
    });
    const settings = await replaySettings(server.baseUrl, { folder: directory, environment: {} });
    engine = await startTestEngine({
      models: {
        openaiCompatible: { baseUrl: server.baseUrl, models: [recordedModelId] },
        catalogPath: settings['MODEL_CATALOG'],
        embeddingModel: 'off',
      },
      material: tables,
    });
    const { name, client, brief } = sample;
    const engagement = { id: 'showcase', name, client, brief, budgetUsd: 5 };
    const material = await readMaterial(await listAttachments(join(folder, 'attachments')));
    expect(material.tables.length).toBeGreaterThan(3);
    const request = {
      runId: 'showcase',
      engagement,
      tasks: [],
      ...material,
      previous: [],
      rerunTaskId: null,
    };
    await engine.startRun(request as StartRunRequest);
    events = await engine.eventsUntil('showcase', isOver, { deadlineMs: 240_000 });
  });
  afterAll(async () => {
    await engine?.close();
    await server?.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('completes through the real engine with one call for each recording, no warning and no other version', () => {
    expect(ofType(events, 'status').at(-1)?.status).toBe('completed');
    expect(ofType(events, 'log').filter(({ level }) => level !== 'info')).toEqual([]);
    expect(server.missing).toEqual([]);
    const asked = server.calls.map(
      ({ body }) => body.response_format?.json_schema?.name ?? 'draft',
    );
    const count = (purpose: string) => asked.filter((one) => one === purpose).length;
    // The writer of the deciding paper asks for a query and reports conflicts before it writes.
    expect(['plan', 'draft', 'observe', 'evaluate'].map(count)).toEqual([
      1,
      tasks.length + 1,
      tasks.length,
      tasks.length,
    ]);
    expect(
      server.calls.every(({ outcome, failure }) => outcome === 'answered' && failure === null),
    ).toBe(true);
    expect(ofType(events, 'task_complete').map(({ status }) => status)).toEqual(
      tasks.map(() => 'completed'),
    );
  });

  it('delivers the documents as they are written, and every citation is verified or computed', () => {
    const delivered = ofType(events, 'deliverable').filter(({ taskId }) => taskId !== null);
    expect(delivered.map(({ content }) => server.toRecorded(content ?? '').trim()).sort()).toEqual(
      [...papers.values()].map((one) => one.trim()).sort(),
    );
    const citations = delivered.flatMap((one) => one.citations ?? []);
    expect(citations.filter(isOpen)).toEqual([]);
    expect(citations.length).toBeGreaterThan(80);
  });

  // SMP-7
  it('decides on page one within two pages, and reports what the sources say differently as data', () => {
    const paper = papers.get('decision') ?? '';
    expect(missingOnPageOne(paper)).toEqual([]);
    expect(countBody(paper, 'words')).toBeLessThanOrEqual(2 * pageLengths.words);
    const noted = ofType(events, 'conflict').map(({ about, values }) => [
      about,
      values.map(({ value }) => value),
    ]);
    expect(noted).toEqual([
      ['Discount of the dealers in Bavaria (percent)', [28, 30]],
      ['Time for the German approval (months)', [9, 12]],
      ['Average price of an Italian window (EUR)', [648, 654]],
    ]);
  });

  it('scores as recorded, honestly: no mark of 95 and more, and each with issues', async () => {
    const scores = ofType(events, 'score');
    expect(scores).toHaveLength(tasks.length);
    for (const { id, name } of tasks) {
      const { criteria } = JSON.parse(await readFile(join(recorded, id, 'evaluate.json'), 'utf8'));
      const observed = JSON.parse(await readFile(join(recorded, id, 'observe.json'), 'utf8'));
      const given = scores.find(({ taskName }) => taskName === name);
      for (const mark of given?.criteria ?? [])
        expect(criteria[mark.id]?.score, mark.id).toBe(mark.score);
      const marks = [observed.score, ...(given?.criteria ?? []).map(({ score }) => score)];
      expect(Math.max(...marks)).toBeLessThan(95);
      expect(observed.issues.length).toBeGreaterThan(1);
    }
  });
});

describe('the recorded documents', () => {
  it.each([...papers])('%s shows calculations that are right', (_id, paper) => {
    const calculations = readCalculations(paper);
    expect(calculations.length).toBeGreaterThanOrEqual(5);
    expect(calculations.filter((one) => !isRight(one))).toEqual([]);
  });

  it('have tables and results that follow from the attachments', async () => {
    const passages = await expectedPassages(openAttachments(folder));
    expect(Object.keys(passages).sort()).toEqual([...papers.keys()].sort());
    for (const [id, expected] of Object.entries(passages))
      expect(
        expected.filter((passage) => !withoutReferences(papers.get(id) ?? '').includes(passage)),
        id,
      ).toEqual([]);
  });

  it.each([...papers])('%s says below its title that it is written by hand', (_id, paper) => {
    expect(paper.split('\n')[2]).toContain('Written by hand to show the form.');
  });
});

it('a call without a recording fails with a clear sentence', async () => {
  const server = await startReplayServer(await readRecordings(recorded), { slow: false });
  const ask = (content: string, name?: string) =>
    fetch(`${server.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: recordedModelId,
        messages: [{ role: 'user', content }],
        ...(name && {
          response_format: { type: 'json_schema', json_schema: { name, schema: {} } },
        }),
      }),
    });
  expect((await ask('Task: Something else', 'observe')).status).toBe(400);
  expect((await ask(`Task: ${tasks[0]?.name}`)).status).toBe(200);
  expect((await ask(`Task: ${tasks[0]?.name}`)).status).toBe(400);
  expect(server.missing).toEqual([
    'There is no recorded answer to a call for observe of no recorded task.',
    `There is no recorded answer to a call for draft 2 of the task “${tasks[0]?.name}”.`,
  ]);
  await server.close();
});
