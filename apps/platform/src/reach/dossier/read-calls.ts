import { ApiError } from '@ecp/contract/declaring/errors';
import type { EngineCalls } from '@ecp/contract/engine/engine-api';
import type { EngineClient } from '../../work/engine-client/engine-client.ts';

/** Most pages of calls in one dossier, 1,000 calls each. */
const maxPages = 100;

/**
 * Reads the calls to models of an engagement's runs, page by page. Error: `document_too_large` when there are more than
 * a dossier holds, because a list without some of them would be sealed as the whole.
 */
export async function readCalls(
  engine: EngineClient,
  tenantId: string,
  engagementId: string,
): Promise<EngineCalls['calls']> {
  const calls: EngineCalls['calls'] = [];
  let after: string | null = '';
  for (let page = 0; page < maxPages && after !== null; page += 1) {
    const answer: EngineCalls = await engine.listCalls(tenantId, engagementId, after);
    calls.push(...answer.calls);
    after = answer.next;
  }
  if (after !== null) throw new ApiError('document_too_large');
  return calls;
}
