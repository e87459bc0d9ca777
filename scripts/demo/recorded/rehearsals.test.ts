import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import { isOpen } from '@ecp/contract/values/citation-counts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOver, ofType } from '../../../apps/server/testing/engine/engine-client.ts';
import { scriptMaterial } from '../../../apps/server/testing/engine/scripted-material.ts';
import {
  startTestEngine,
  type TestEngine,
} from '../../../apps/server/testing/engine/start-test-engine.ts';
import { type Rehearsal, readRehearsal } from './read-rehearsal.ts';
import { readRecordings } from './recordings.ts';
import { type ReplayServer, replaySettings, startReplayServer } from './replay.ts';

/** The most that may be flagged of the statements that people read as right, as a share. */
const mostFlagged = 0.02;

/**
 * The most questions to the judge that may have no recorded answer, as a share: a later check asks
 * otherwise. It also asks less, because no judge acquits what exact means refute, so that the same
 * few weigh more.
 */
const mostUnjudged = 0.06;

/** A statement that is flagged, and rightly so. */
interface RightlyFlagged {
  document: string;
  claim: string;
  why: string;
}

describe.each(['kenko-shijo', 'two-books'])('the recorded engagement %s', (name) => {
  let directory: string;
  let rehearsal: Rehearsal;
  let server: ReplayServer;
  let engine: TestEngine;
  let events: EngineEvent[];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'rehearsal-'));
    rehearsal = await readRehearsal(name);
    const { engagement, sources, tables, queries, folder } = rehearsal;
    const tasks = engagement.isPlanned ? [] : engagement.tasks;
    const recordings = await readRecordings(
      join(folder, 'answers'),
      engagement.isPlanned ? undefined : engagement.tasks,
    );
    const refused = [...recordings.answers.values()].flatMap(({ toolCalls }) => toolCalls);
    server = await startReplayServer(recordings, { slow: false });
    const material = scriptMaterial(() => engine.database);
    material.answerWith((sql) => {
      const found = queries.find((query) => query.sql === sql);
      if (found) return { columns: found.columns, rows: found.rows };
      const asked = refused.find((call) => (call.arguments as { sql?: string }).sql === sql);
      return { refused: asked?.refused ?? `The recording has no result of ${sql}` };
    });
    const settings = await replaySettings(server.baseUrl, {
      folder: directory,
      environment: {},
      judges: true,
    });
    engine = await startTestEngine({
      models: {
        openaiCompatible: {
          baseUrl: server.baseUrl,
          models: (settings['OPENAI_COMPATIBLE_MODELS'] ?? '').split(','),
        },
        catalogPath: settings['MODEL_CATALOG'],
        embeddingModel: 'off',
      },
      material,
    });
    const { client, brief, budget } = engagement;
    const request: StartRunRequest = {
      runId: name,
      engagement: {
        id: name,
        name: engagement.name,
        client,
        brief,
        budgetUsd: budget,
        askBack: 'assume',
      },
      tasks,
      sources,
      tables,
      previous: [],
      rerunTaskId: null,
    };
    await engine.startRun(request);
    events = await engine.eventsUntil(name, isOver);
  });
  afterAll(async () => {
    await engine?.close();
    await server?.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('completes with each recorded answer, and none is missing', () => {
    expect(ofType(events, 'status').at(-1)?.status).toBe('completed');
    expect(server.missing).toEqual([]);
    expect(server.listUnused()).toEqual([]);
    // A later check also asks about statements without a source, of which the recorded judge knows
    // nothing.
    const unjudged = server.unjudged.filter(({ ask }) => ask === 'carried');
    const asked = server.judged + unjudged.length;
    expect(unjudged.length / asked, JSON.stringify(unjudged)).toBeLessThanOrEqual(mostUnjudged);
    expect(ofType(events, 'task_complete').map(({ status }) => status)).toEqual(
      rehearsal.engagement.tasks.map(() => 'completed'),
    );
  });

  it('delivers the recorded documents, whose citations have the recorded states', async () => {
    const delivered = ofType(events, 'deliverable').filter(({ taskId }) => taskId !== null);
    expect(delivered.map(({ filename }) => filename).sort()).toEqual(
      rehearsal.documents.map(({ filename }) => filename).sort(),
    );
    const checked: Record<string, unknown> = {};
    // `vitest run --update=all` writes what a changed check or engine makes of the recording.
    for (const { filename, taskId } of rehearsal.documents) {
      const { content = '', citations = [] } =
        delivered.find((one) => one.filename === filename) ?? {};
      const path = join(rehearsal.folder, 'documents', filename);
      await expect(server.toRecorded(content ?? '')).toMatchFileSnapshot(path);
      checked[filename] = {
        taskId,
        citations: citations.map(({ footnote, claim, state }) => ({ footnote, claim, state })),
      };
    }
    const path = join(rehearsal.folder, 'documents.json');
    await expect(`${JSON.stringify(checked, null, 1)}\n`).toMatchFileSnapshot(path);
  });

  it('flags few of the statements that people read as right', async () => {
    const listed = JSON.parse(
      await readFile(join(rehearsal.folder, 'rightly-flagged.json'), 'utf8'),
    ) as RightlyFlagged[];
    const statements = ofType(events, 'deliverable').flatMap(({ filename, citations = [] }) => {
      const wrong = new Set(
        listed.flatMap(({ document, claim }) => (document === filename ? [claim] : [])),
      );
      const claims = [...new Set(citations.map(({ claim }) => claim))].filter(
        (claim) => !wrong.has(claim),
      );
      return claims.map((claim) => ({
        claim,
        isFlagged: citations.some((one) => one.claim === claim && isOpen(one)),
      }));
    });
    const flagged = statements.filter(({ isFlagged }) => isFlagged).map(({ claim }) => claim);
    expect(statements.length).toBeGreaterThan(50);
    expect(flagged.length / statements.length, flagged.join(' / ')).toBeLessThanOrEqual(
      mostFlagged,
    );
  });
});
