import type { Redact } from '@ecp/tracing/redact-secrets';
import type { FastifyRequest } from 'fastify';
import pino, { type DestinationStream, type Logger } from 'pino';
import { currentRequestId } from './kernel/http/request-scope.ts';

/**
 * Opens the process's log. Each line in the course of a request carries its id as `reqId`; requests stand in it without
 * the secrets that mailed and shared links carry in their address, and every line without what `redact` takes out.
 */
export function openLog(
  level: string,
  destination: DestinationStream = pino.destination(1),
  redact: Redact = (line) => line,
): Logger {
  const mixin = (_line: object, _level: number, logger: Logger) => {
    const reqId = currentRequestId();
    // A request's own logger says it already.
    return reqId === undefined || 'reqId' in logger.bindings() ? {} : { reqId };
  };
  const hooks = { streamWrite: redact };
  return pino({ name: 'platform', level, serializers: { req: describeRequest }, mixin, hooks }, destination);
}

function describeRequest({ method, url, ip }: FastifyRequest) {
  return { method, url: withoutSecrets(url), remoteAddress: ip };
}

/** A link that was not followed yet still opens an account, a client portal or a file to whoever reads the log. */
function withoutSecrets(url: string): string {
  return url
    .replace(/([?&]token=)[^&]*/g, '$1[hidden]')
    .replace(/^(\/portal\/|\/api\/downloads\/)[^/?]+/, '$1[hidden]');
}
