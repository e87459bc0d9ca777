import { type FakeLlmServer, startFakeLlmServer } from '@ecp/testing/fake-llm/fake-llm-server';
import { messageText } from '@ecp/testing/fake-llm/fake-llm-wire';
import type { Recordings } from './read-recordings.ts';

/** The id of the model that replays the recorded answers. Logs and reports show it, so it says what the model is. */
export const recordedModelId = 'written-by-hand';

/** A model server that answers with recordings. */
export interface ReplayServer {
  /** Address for OPENAI_COMPATIBLE_BASE_URL. */
  baseUrl: string;
  /** A sentence for each call that had no recording. Such a call gets a 400. */
  missing: readonly string[];
  calls: FakeLlmServer['meter']['calls'];
  close(): Promise<void>;
}

type ChatRequest = Parameters<Parameters<FakeLlmServer['respondWith']>[0]>[0];

/** The pace of slow answers: time between pieces, time of a whole document, delay before the first piece. */
const slowMs = { every: 60, draft: 12_000, thought: 800 };

/**
 * Starts a server that speaks OpenAI's protocol and answers each call with the recording for its purpose and task.
 * @param options `slow`: documents arrive over seconds, so that one sees them being written
 */
export async function startReplayServer(recordings: Recordings, options: { slow: boolean }): Promise<ReplayServer> {
  const server = await startFakeLlmServer({
    models: [recordedModelId],
    prices: { inputPerMillion: 0, outputPerMillion: 0 },
  });
  const missing: string[] = [];
  const written = new Set<string | null>();
  server.failWhen((request) => {
    const { purpose, taskName } = readCall(request, recordings);
    const isWrittenAgain = purpose === 'draft' && written.has(taskName);
    if (purpose === 'draft') written.add(taskName);
    if (isWrittenAgain || recordings.find(purpose, taskName) === null) {
      const about = taskName === null ? 'no recorded task' : `the task “${taskName}”`;
      const message = `There is no recorded answer to a call for ${isWrittenAgain ? 'a second draft' : purpose} of ${about}.`;
      missing.push(message);
      return { kind: 'bad_request', message };
    }
    if (!options.slow) return null;
    const slow = { everyMs: slowMs.every, forMs: slowMs.draft, sends: 'chunks' } as const;
    return { latencyMs: slowMs.thought, ...(purpose === 'draft' && { slow }) };
  });
  server.respondWith((request) => {
    const { purpose, taskName } = readCall(request, recordings);
    return recordings.find(purpose, taskName);
  });
  return { baseUrl: server.baseUrl, missing, calls: server.meter.calls, close: () => server.close() };
}

/** Returns the purpose and the task of a call. The purpose is the name of its schema. A document has no schema. */
function readCall(request: ChatRequest, { taskNames }: Recordings): { purpose: string; taskName: string | null } {
  const purpose = request.response_format?.json_schema?.name ?? 'draft';
  if (purpose === 'plan') return { purpose, taskName: null };
  const lines = messageText(request, ['user']).split('\n');
  const taskName = taskNames.find((name) => lines.includes(`Task: ${name}`)) ?? null;
  return { purpose, taskName };
}
