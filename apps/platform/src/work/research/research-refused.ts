import type { ResearchRefusal, ResearchRefusalReason } from '@ecp/contract/values/research-refusals';
import { OutboundError, type OutboundErrorKind } from '../../kernel/outbound/addresses.ts';

/** Refuses a search or a page. The refusal is an outcome, which is recorded and told to the model. */
export class ResearchRefused extends Error {
  override readonly name = 'ResearchRefused';
  readonly refusal: ResearchRefusal;

  constructor(reason: ResearchRefusalReason, detail: string | number | null = null, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.refusal = { reason, detail: detail === null ? null : String(detail).slice(0, 300).toWellFormed() };
  }
}

/** The refusal of a search or a read whose process died in the middle. */
export const interrupted: ResearchRefusal = { reason: 'interrupted', detail: null };

const reasons: Partial<Record<OutboundErrorKind, ResearchRefusalReason>> = {
  invalid_url: 'invalid_address',
  scheme: 'invalid_address',
  private_address: 'private_address',
  timeout: 'timeout',
  too_many_redirects: 'too_many_redirects',
};

/** Turns a failure of an outbound request to `host` into a refusal; returns other errors as they are. */
export function refusalOf(error: unknown, host: string): unknown {
  if (!(error instanceof OutboundError)) return error;
  const reason = reasons[error.kind] ?? 'unreachable';
  return new ResearchRefused(reason, reason === 'unreachable' ? host : null, error);
}
