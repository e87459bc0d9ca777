import { ApiError } from '@ecp/contract/declaring/errors';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

/**
 * Makes every response fail that its endpoint does not declare: another status, a missing, wrong or
 * undeclared field. Call it before the application listens.
 */
export function checkAnswers(app: FastifyInstance): void {
  app.setSerializerCompiler(({ schema, url, method }) => {
    // Compiled at the first response, because a test file has only a few of the many kinds.
    let check: Validator | undefined;
    return (answer: unknown) => {
      const text = JSON.stringify(answer);
      check ??= Compile(closeObjects(schema) as TSchema);
      const [failure] = check.Errors(JSON.parse(text));
      if (failure) {
        throw new Error(
          `${method} ${url}: undeclared answer at ${failure.instancePath}: it ${failure.message}: ${text}`,
        );
      }
      return text;
    };
  });
  // A test shows the status alone, so the cause of a failure stands in its output.
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof ApiError) && (error.statusCode ?? 500) >= 500) {
      console.error(`${request.method} ${request.url} failed:`, error);
    }
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { config, schema, url } = request.routeOptions;
    const declared = Object.keys((schema as { response?: object } | undefined)?.response ?? {});
    if (config.endpoint && ![...declared, '304', '500'].includes(String(reply.statusCode))) {
      console.error(`${request.method} ${url}: undeclared status ${reply.statusCode}: ${payload}`);
      reply.code(500);
    }
    return payload;
  });
}

/** Returns the schema with every object closed that does not declare additional properties. */
export function closeObjects(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeObjects);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, closeObjects(value)]),
  );
  return closed['type'] === 'object' && closed['properties']
    ? { additionalProperties: false, ...closed }
    : closed;
}
