import { openSample as openSampleEndpoint } from '@ecp/contract/work/engagements';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { openSample } from './open-sample.ts';

/** Registers the endpoint of the finished sample (docs/requirements/sample.md). */
export function registerSampleRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, openSampleEndpoint, (context) => openSample(context));
}
