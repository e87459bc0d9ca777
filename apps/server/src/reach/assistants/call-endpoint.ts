import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { ErrorBody } from '@ecp/contract/declaring/scalars';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { asToolCall } from '../../kernel/context.ts';

/** The parameters of a tool as the assistant gave them. The API checks them. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The answers of endpoints that tools call. */
type Responses = { 200: TSchema } | { 201: TSchema };
type Body<R extends Responses> = R extends { 200: infer S extends TSchema }
  ? Static<S>
  : R extends { 201: infer S extends TSchema }
    ? Static<S>
    : never;

/**
 * An answer of the API. `nextCursor` is that of the next page; null at the end, and where there are
 * no pages.
 */
export interface Answer<R extends Responses> {
  body: Body<R>;
  nextCursor: string | null;
}

/**
 * Calls an endpoint as the assistant's caller. Each parameter goes where the endpoint declares it:
 * path, query or body; `engagementId` is the id of the path. Throws `Refusal` with the API's words.
 */
export type CallEndpoint = <const R extends Responses>(
  endpoint: Endpoint & { responses: R },
  given: Arguments,
) => Promise<Answer<R>>;

/** A refusal of the API, with its code and message. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly body: Omit<Static<typeof ErrorBody>, 'requestId'>;

  constructor(body: Refusal['body']) {
    super(body.error);
    this.body = body;
  }
}

/**
 * Returns the calls of one request: they pass through the API's own checks, limits and audit, with
 * the credentials and the address of `request`.
 */
export function createCalls(app: FastifyInstance, request: FastifyRequest): CallEndpoint {
  const { authorization = '', 'user-agent': userAgent = '' } = request.headers;
  return async (endpoint, given) => {
    const body = endpoint.body ? pick(endpoint.body, given) : undefined;
    const key = given['idempotencyKey'];
    const response = await asToolCall(() =>
      app.inject({
        method: endpoint.method,
        url: { pathname: pathOf(endpoint, given), query: queryOf(endpoint, given) },
        remoteAddress: request.ip,
        headers: {
          authorization,
          'user-agent': userAgent,
          // A tool may make several requests, each of which needs a key of its own.
          ...(endpoint.method === 'POST' && key !== undefined
            ? { 'idempotency-key': `${endpoint.name}:${key}` }
            : {}),
        },
        ...(body === undefined ? {} : { payload: body }),
      }),
    );
    if (response.statusCode >= 300) throw new Refusal(response.json());
    return { body: response.json(), nextCursor: readCursor(response.headers.link) };
  };
}

/** Throws the refusal of a parameter of the tool itself. */
export function refuseArgument(name: string, message: string): never {
  const { message: error, code } = new ApiError('invalid_request');
  throw new Refusal({ error, code, details: [{ path: `/${name}`, message }] });
}

function pathOf({ path }: Endpoint, given: Arguments): string {
  return path.replace(/:(\w+)/g, (_whole, parameter: string) => {
    const name = parameter === 'id' ? 'engagementId' : parameter;
    const value = given[name];
    if (value === undefined || value === '') refuseArgument(name, 'is required');
    if (typeof value !== 'string') refuseArgument(name, 'must be string');
    // An address takes these for steps between folders, so they would lead to another endpoint.
    if (value === '.' || value === '..') refuseArgument(name, 'names nothing');
    return encodeURIComponent(value.toWellFormed());
  });
}

function queryOf({ query }: Endpoint, given: Arguments): Record<string, string> {
  if (!query) return {};
  return Object.fromEntries(
    Object.entries(pick(query, given)).map(([name, value]) => [name, String(value)]),
  );
}

/** Returns the parameters that a schema declares, as they were given. */
function pick(schema: TSchema, given: Arguments): Record<string, unknown> {
  const names = Object.keys('properties' in schema ? (schema.properties as object) : {});
  return Object.fromEntries(
    names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
}

function readCursor(link: unknown): string | null {
  const address = typeof link === 'string' ? /<([^>]+)>;\s*rel="next"/.exec(link)?.[1] : undefined;
  return address === undefined ? null : new URL(address).searchParams.get('cursor');
}
