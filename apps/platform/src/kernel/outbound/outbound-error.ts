/** Why an outbound request failed; `bad_response` means that the response is no HTTP or cannot be decoded. */
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

/** A failed outbound request. Its message may be shown to users: it names the host, but never an address behind it. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly kind: OutboundErrorKind;

  constructor(kind: OutboundErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}
