import type { DraftFromTextBody, RequestDraft } from '@ecp/contract/work/engagements';
import type { RequestContext } from '../../kernel/context.ts';
import { requestReader } from './reading/read-request.ts';

/**
 * Reads a pasted request into the draft of an engagement, by rules and at no cost (INT-1). Errors: `text_too_complex`,
 * `service_unavailable`.
 */
export function draftFromText(
  { services, tenantId }: Pick<RequestContext, 'services' | 'tenantId'>,
  { text }: DraftFromTextBody,
): Promise<RequestDraft> {
  const today = services.clock.now().toISOString().slice(0, 10);
  return services.texts.run(tenantId, requestReader, { text, today });
}
