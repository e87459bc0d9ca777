import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import { isOver, ofType } from '../../apps/server/testing/engine/engine-client.ts';
import {
  purposeOf,
  startPricedProvider,
  textOf,
} from '../../apps/server/testing/engine/priced-provider.ts';
import { runRequest } from '../../apps/server/testing/engine/run-request.ts';
import {
  startTestEngine,
  type TestEngine,
} from '../../apps/server/testing/engine/start-test-engine.ts';

/** The query of a search in the recorded run, whose words look like the end of a task. */
export const misleadingQuery = 'Market research: failed: why';

/** All events of a run. */
export interface RecordedRun {
  runId: string;
  events: EngineEvent[];
}

/**
 * Records runs of the real engine with the offline model: one that completes, and one that is
 * stopped in progress.
 */
export async function recordOfflineRuns(): Promise<{
  completed: RecordedRun;
  stopped: RecordedRun;
}> {
  const engine = await startTestEngine({ models: { localModelLatencyMs: 40 } });
  try {
    const completed = await record(engine, runRequest());
    const request = runRequest();
    await engine.startRun(request);
    await engine.eventsUntil(request.runId, (events) => ofType(events, 'task_started').length > 0);
    await engine.control(request.runId, 'stop');
    const stopped = {
      runId: request.runId,
      events: await engine.eventsUntil(request.runId, isOver),
    };
    return { completed, stopped };
  } finally {
    await engine.close();
  }
}

/**
 * Records runs of the real engine with a priced model over real HTTP: one whose task `costs` fails
 * and whose task `market` searches for `misleadingQuery`, and one whose budget runs out in the
 * middle.
 */
export async function recordPricedRuns(): Promise<{ failed: RecordedRun; exhausted: RecordedRun }> {
  const provider = await startPricedProvider();
  const engine = await startTestEngine({ models: provider.settings });
  try {
    const asks = (task: string) => (body: Parameters<typeof purposeOf>[0]['body']) =>
      purposeOf({ body }) === 'draft' && textOf({ body }).includes(`Task: ${task}`);
    provider.failWhen((body) => (asks('Cost analysis')(body) ? { kind: 'bad_request' } : null));
    provider.respondWith((body) =>
      asks('Market research')(body) && !hasSearched(body.messages) ? search : null,
    );
    const source = {
      id: 'source',
      title: 'notes.txt',
      location: null,
      text: 'Forty people work here.',
    };
    const failed = await record(engine, runRequest({ sources: [source] }));
    provider.failWhen(() => null);
    const request = runRequest();
    request.engagement.budgetUsd = 0.05;
    return { failed, exhausted: await record(engine, request) };
  } finally {
    await engine.close();
    await provider.close();
  }
}

const search = {
  toolCalls: [
    { name: 'search_context', arguments: JSON.stringify({ query: misleadingQuery, limit: 1 }) },
  ],
};
const hasSearched = (messages: { role: string }[]) => messages.some(({ role }) => role === 'tool');

async function record(engine: TestEngine, request: StartRunRequest): Promise<RecordedRun> {
  await engine.startRun(request);
  return { runId: request.runId, events: await engine.eventsUntil(request.runId, isOver) };
}
