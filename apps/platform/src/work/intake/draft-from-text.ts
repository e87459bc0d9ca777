import type { DraftFromTextBody, RequestDraft } from '@ecp/contract/work/engagement-drafts';
import type { RequestContext } from '../../kernel/context.ts';
import { readRequest } from './reading/read-request.ts';

/** Reads a pasted request into the draft of an engagement, by rules and at no cost (INT-1). */
export function draftFromText(
  { services }: Pick<RequestContext, 'services'>,
  { text }: DraftFromTextBody,
): RequestDraft {
  return readRequest(text, services.clock.now().toISOString().slice(0, 10));
}
