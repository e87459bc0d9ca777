import { errors } from 'undici';
import { OutboundError, type OutboundErrorKind } from './outbound-error.ts';

const kinds: [RegExp, OutboundErrorKind, string][] = [
  [
    /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|ERR_OSSL|HOSTNAME_MISMATCH|EPROTO)/,
    'tls',
    'could not be trusted',
  ],
  [
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT|UND_ERR_CONNECT)/,
    'connect',
    'could not be reached',
  ],
  [/^(UND_ERR_SOCKET|ECONNRESET|EPIPE|UND_ERR_RES_CONTENT_LENGTH|Z_BUF_ERROR)/, 'cut', 'ended the connection'],
  [/^(HPE_|UND_ERR_HEADERS_OVERFLOW|Z_|ERR_ZSTD|ERR_BROTLI|ERR__ERROR)/, 'bad_response', 'answered with no valid HTTP'],
];

/** Converts an error of undici, a socket or a decoder to an OutboundError about `host`; null if it is a defect. */
export function classifyFailure(error: unknown, host: string): OutboundError | null {
  if (error instanceof OutboundError) return error;
  const code = codeOf(error);
  const found = kinds.find(([pattern]) => pattern.test(code));
  return found ? new OutboundError(found[1], `${host} ${found[2]} (${code})`, error) : null;
}

/** Returns the code of an error; for an AggregateError (every address failed) that of its first member. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error instanceof errors.HTTPParserError) return error.code ?? 'HPE_INVALID';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : '';
}
