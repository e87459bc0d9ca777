import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** Logs each request as one line at debug, so that info shows what matters; errors keep their level. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const record = { req: request, status: reply.statusCode, durationMs: Math.round(reply.elapsedTime) };
    if (error) reply.log.error({ ...record, err: error }, 'Request failed');
    else reply.log.debug(record, 'Request answered');
  }

  override routeNotFound(): void {}
}
