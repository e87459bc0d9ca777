import type { FastifyRequest } from 'fastify';
import pino, { type DestinationStream, type Logger } from 'pino';

/** Opens the process's log; requests stand in it without the secrets that mailed and shared links carry in their address. */
export function openLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  return pino({ name: 'platform', level, serializers: { req: describeRequest } }, destination);
}

function describeRequest({ method, url, ip }: FastifyRequest) {
  return { method, url: withoutSecrets(url), remoteAddress: ip };
}

/** A link that was not followed yet still opens an account or a client portal to whoever reads the log. */
function withoutSecrets(url: string): string {
  return url.replace(/([?&]token=)[^&]*/g, '$1[hidden]').replace(/^(\/portal\/)[^/?]+/, '$1[hidden]');
}
