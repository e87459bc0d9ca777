import type { Redact } from '@ecp/tracing/redact-secrets';
import type { FastifyRequest } from 'fastify';
import pino, { type DestinationStream, type Logger } from 'pino';
import { currentRequestId } from './kernel/http/request-scope.ts';

/**
 * Opens the process's log. Each line of a request has the request's id as `reqId`. Requests are logged without the
 * secrets of mailed and shared links in their address, and `redact` removes secrets from every line.
 */
export function openLog(
  level: string,
  destination: DestinationStream = pino.destination(1),
  redact: Redact = (line) => line,
): Logger {
  const mixin = (_line: object, _level: number, logger: Logger) => {
    const reqId = currentRequestId();
    // A request's own logger already has the id.
    return reqId === undefined || 'reqId' in logger.bindings() ? {} : { reqId };
  };
  const hooks = { streamWrite: redact };
  return pino({ name: 'platform', level, serializers: { req: describeRequest }, mixin, hooks }, destination);
}

function describeRequest({ method, url, ip }: FastifyRequest) {
  return { method, url: withoutSecrets(url), remoteAddress: ip };
}

/**
 * Hides the secrets of links. Whoever reads the log could open an account, a client portal or a file with an unused
 * link.
 */
function withoutSecrets(url: string): string {
  return url
    .replace(/([?&]token=)[^&]*/g, '$1[hidden]')
    .replace(/^(\/portal\/|\/api\/downloads\/)[^/?]+/, '$1[hidden]');
}
