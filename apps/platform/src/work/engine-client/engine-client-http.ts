import {
  ControlledEngineRun,
  EngineCalls,
  EngineHealth,
  EngineLogs,
  EngineRun,
  EventPage,
  engineApi,
  runNotFoundCode,
} from '@ecp/contract/engine/engine-api';
import { EngineJudgement } from '@ecp/contract/engine/engine-judgements';
import { EnginePlan } from '@ecp/contract/engine/engine-plans';
import { AgentRoster, ModelList } from '@ecp/contract/reach/service';
import { type EngineClient, EngineUnavailableError } from './engine-client.ts';
import { type EngineAddress, openEngineTransport } from './engine-transport.ts';
import { createListCache } from './list-cache.ts';

const healthLimitMs = 3_000;
/** Planning takes as long as a model call and its further attempts. */
const planWaitMs = 120_000;
const judgeWaitMs = 120_000;

/** Makes the engine's client over HTTP (packages/contract, engine-api). */
export function createEngineClient(options: EngineAddress): EngineClient {
  const transport = openEngineTransport(options);
  const { 200: Erased } = engineApi.eraseEngagement.response;
  const { 200: Taken } = engineApi.answerQuestion.response;
  const { 200: Stored } = engineApi.storeImage.response;
  const control = (verb: 'pause' | 'resume' | 'stop') => (tenantId: string, runId: string) =>
    transport.request({ method: 'POST', path: `${runPath(runId)}/${verb}`, tenantId }, ControlledEngineRun);

  return {
    listAgents: createListCache(async () => {
      const { agents } = await transport.request({ method: 'GET', path: '/agents' }, AgentRoster);
      return agents;
    }),
    listModels: createListCache(async () => {
      const { models } = await transport.request({ method: 'GET', path: '/models' }, ModelList);
      return models;
    }),
    async storeImage(tenantId, engagementId, { sha256, content }) {
      const path = `/engagements/${encodeURIComponent(engagementId)}/images/${sha256}`;
      await transport.request({ method: 'PUT', path, tenantId, body: content }, Stored);
    },
    startRun: (tenantId, body) => transport.request({ method: 'POST', path: '/runs', tenantId, body }, EngineRun),
    makePlan: (tenantId, body) => {
      const path = `/plans?waitMs=${planWaitMs}`;
      return transport.request({ method: 'POST', path, tenantId, body, waitMs: planWaitMs }, EnginePlan);
    },
    judge: (tenantId, body) => {
      const path = `/judgements?waitMs=${judgeWaitMs}`;
      return transport.request({ method: 'POST', path, tenantId, body, waitMs: judgeWaitMs }, EngineJudgement);
    },
    getRun: (tenantId, runId) =>
      nullIfMissing(transport.request({ method: 'GET', path: runPath(runId), tenantId }, EngineRun)),
    pauseRun: control('pause'),
    resumeRun: control('resume'),
    stopRun: control('stop'),
    async answerQuestion(tenantId, { runId, questionId }, body) {
      const path = `${runPath(runId)}/questions/${encodeURIComponent(questionId)}/answer`;
      const { accepted } = await transport.request({ method: 'POST', path, tenantId, body }, Taken);
      return accepted;
    },
    listEvents: (tenantId, runId, { after, limit, waitMs }, signal) => {
      const path = `${runPath(runId)}/events?after=${after}&limit=${limit}&waitMs=${waitMs}`;
      return nullIfMissing(transport.request({ method: 'GET', path, tenantId, waitMs, signal }, EventPage));
    },
    getLogs: (tenantId, runId, offset) =>
      transport.request({ method: 'GET', path: `${runPath(runId)}/logs?offset=${offset}`, tenantId }, EngineLogs),
    openStream: (tenantId, runId, lastEventId, signal) =>
      transport.stream({ method: 'GET', path: `${runPath(runId)}/stream`, tenantId, lastEventId, signal }),
    async checkHealth() {
      const signal = AbortSignal.timeout(healthLimitMs);
      await transport.request({ method: 'GET', path: '/health', signal }, EngineHealth);
    },
    listCalls: (tenantId, engagementId, after) => {
      const path = `/engagements/${encodeURIComponent(engagementId)}/calls?after=${encodeURIComponent(after)}`;
      return transport.request({ method: 'GET', path, tenantId }, EngineCalls);
    },
    async eraseEngagement(tenantId, engagementId, runIds) {
      const path = `/engagements/${encodeURIComponent(engagementId)}`;
      await transport.request({ method: 'DELETE', path, tenantId, body: { runIds } }, Erased);
    },
    close: () => transport.close(),
  };
}

const runPath = (runId: string): string => `/runs/${encodeURIComponent(runId)}`;

async function nullIfMissing<Result>(answer: Promise<Result>): Promise<Result | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof EngineUnavailableError && error.code === runNotFoundCode) return null;
    throw error;
  }
}
