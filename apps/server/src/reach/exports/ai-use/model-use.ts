import { ApiError } from '@ecp/contract/declaring/errors';
import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { EngineCalls } from '@ecp/contract/engine/engine-api';
import type { StatedModel } from '@ecp/contract/reach/ai-use';
import type { EngineClient } from '../../../kernel/ports.ts';
import {
  EngineUnavailableError,
  engineErrorOf,
} from '../../../material/engine-client/engine-client.ts';

export type Call = EngineCalls['calls'][number];

/** Limits the pages of calls that are read, 1,000 calls each. */
const maxPages = 100;

/**
 * Reads an engagement's calls to models. Errors: `document_too_large` for too many, because a part
 * is not the whole; `engine_error`.
 */
export async function readCalls(
  engine: Pick<EngineClient, 'listCalls'>,
  tenantId: string,
  engagementId: string,
): Promise<Call[]> {
  const calls: Call[] = [];
  let after: string | null = '';
  for (let page = 0; page < maxPages && after !== null; page += 1) {
    const answer: EngineCalls = await engine
      .listCalls(tenantId, engagementId, after)
      .catch((error: unknown) => {
        throw error instanceof EngineUnavailableError ? engineErrorOf(error) : error;
      });
    calls.push(...answer.calls);
    after = answer.next;
  }
  if (after !== null) throw new ApiError('document_too_large');
  return calls;
}

/**
 * Adds up the calls of each model that were answered or may have been billed, most calls first.
 * Models of `named` without one, as those of a recorded run, follow with none.
 */
export function sumModelUse(calls: readonly Call[], named: readonly string[]): StatedModel[] {
  const used = calls.filter(({ status }) => status !== 'released');
  const uses = [...Map.groupBy(used, ({ model }) => model)].map(([model, own]): StatedModel => {
    const sum = (field: 'inputTokens' | 'outputTokens' | 'costNanoUsd') =>
      own.reduce((total, call) => total + call[field], 0);
    return {
      model,
      provider: own.find(({ provider }) => provider != null)?.provider ?? unknownProvider,
      calls: own.length,
      inputTokens: sum('inputTokens'),
      outputTokens: sum('outputTokens'),
      costUsd: nanoToUsd(sum('costNanoUsd')),
    };
  });
  const known = new Set(uses.map(({ model }) => model));
  const silent = [...new Set(named)].filter((model) => !known.has(model));
  const none = { provider: unknownProvider, calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };
  return [...uses, ...silent.map((model) => ({ model, ...none }))].sort(
    (one, other) => other.calls - one.calls || (one.model < other.model ? -1 : 1),
  );
}

const unknownProvider = 'unknown';
