/** Why an outbound request gave no answer; `bad_response` is an answer that is no HTTP or cannot be decoded. */
export type OutboundErrorKind =
  | 'invalid_url'
  | 'scheme'
  | 'private_address'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'too_many_redirects'
  | 'cut'
  | 'bad_response';

/** An outbound request that failed. The message is fit for the user: it names the host, never an address behind it. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly kind: OutboundErrorKind;

  constructor(kind: OutboundErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}
