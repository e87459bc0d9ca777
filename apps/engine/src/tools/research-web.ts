import { ReadPageAnswer, type ResearchAccess, SearchWebAnswer } from '@ecp/contract/engine/tool-access';
import { Value } from 'typebox/value';
import { sanitizeAnswer } from '../call/generate/sanitize-answer.ts';
import type { CallClient, CallDependencies } from '../call/types/model-call.ts';
import { type PlatformAccess, type PlatformAnswer, postToPlatform } from './post-to-platform.ts';
import { type AskedResearch, holdResearch, type ResearchOutcome, settleResearch } from './recorded-research.ts';

/** Longest reason of a refusal that a model gets. */
const maxReasonLength = 1_000;
const refused = { refused: 'Research is not possible in this engagement, or its budget is used up.' };

interface Answered {
  outcome: ResearchOutcome;
  /** True if the provider may have billed the search. */
  isPaid: boolean;
}

/**
 * Searches the web or reads a page by way of the platform, once: a stored outcome is returned, and the platform gives
 * the outcome of a known id again (contract 11). A failure is an outcome too, so that the model can ask otherwise. A
 * search that Stop has ended counts as billed.
 */
export async function researchWeb(
  services: CallDependencies,
  client: CallClient,
  asked: AskedResearch,
): Promise<ResearchOutcome> {
  const held = await holdResearch(services.database, client, asked);
  if (held.state === 'recorded') return held.outcome;
  if (held.state === 'refused') return refused;
  const { signal, done } = services.inFlight.begin(client);
  try {
    const answered = await ask(held.access, client, asked, signal);
    await settleResearch(services.database, client, asked.id, answered);
    return answered.outcome;
  } finally {
    done();
  }
}

async function ask(
  access: ResearchAccess,
  { agentSlug, taskId }: CallClient,
  { id, kind, asked }: AskedResearch,
  signal: AbortSignal,
): Promise<Answered> {
  const isSearch = kind === 'search';
  const body = { id, agentSlug, taskId, ...(isSearch ? { query: asked } : { url: asked }) };
  const posted = await postToPlatform(toPlatform(access), isSearch ? '/searches' : '/pages', body, signal);
  return toAnswered(kind, posted);
}

/** A page may wait for robots.txt and for its turn at the host. */
const toPlatform = ({ url, token }: ResearchAccess): PlatformAccess => ({
  ...{ url, token },
  timeoutMs: 90_000,
  maxBytes: 8 * 1_048_576,
  subject: 'The web',
  advice: { late: 'Read another page.', large: 'Read another page.' },
});

/**
 * Reads the platform's response. Nothing of it is trusted. A search without an answer may have been billed; a page costs
 * nothing.
 */
function toAnswered(kind: AskedResearch['kind'], posted: PlatformAnswer): Answered {
  const refuse = (reason: string, isPaid = true): Answered => {
    return { outcome: { refused: reason.slice(0, maxReasonLength) }, isPaid };
  };
  if ('failure' in posted) return refuse(posted.failure);
  if (posted.status !== 200) return refuse(`The web cannot be reached from this engagement (${posted.status}).`);
  const body = sanitizeAnswer(posted.body);
  if (kind === 'search' && Value.Check(SearchWebAnswer, body)) {
    return 'refused' in body ? refuse(body.refused, body.paid) : { outcome: { hits: body.hits }, isPaid: body.paid };
  }
  if (kind === 'page' && Value.Check(ReadPageAnswer, body)) {
    return 'refused' in body ? refuse(body.refused) : { outcome: { page: body.page }, isPaid: false };
  }
  return refuse('The web gave an answer that cannot be read.');
}
