import { hash } from 'node:crypto';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { Statement } from '@ecp/database/statement';
import type { FastifyInstance, FastifyReply } from 'fastify';
import plugin from 'fastify-plugin';
import type { EncodedBody } from '../cache.ts';
import type { RequestContext } from '../context.ts';
import type { Services } from '../services.ts';
import { shareReads } from '../share-reads.ts';
import { implementEndpoint, type RequestInput } from './implement-endpoint.ts';

/** A GET endpoint whose body follows from the versions of the rows that it shows. */
interface VersionedRead<E extends Endpoint, Version extends object & { whole?: boolean }> {
  /**
   * Returns a statement whose row changes whenever the body may, and never returns to an earlier
   * value; no row if the resource is missing. Its tenant is `platform.current_tenant_id()`. With
   * `whole: false` the row tells too much or too little, because the caller sees a part of what it
   * counts: then the tag follows from the body.
   */
  selectVersion(params: Record<string, string>): Statement<Version>;
  /**
   * Names the body among those that are kept of its tenant: everything of the request that it
   * depends on.
   */
  nameOf(input: RequestInput<E>): string;
  /** Reads the body. What it reads is as new as `version`, or newer. */
  read(context: RequestContext, input: RequestInput<E>, version: Version): Promise<VersionedBody>;
}

interface VersionedBody {
  json: string;
  link: string | null;
  /** Whether the next request for the same state gets this body without reading it again. */
  kept: boolean;
}

/**
 * Registers a GET endpoint with a shared version read; a caller who has that version gets 304.
 * Errors: those of implementEndpoint, and `engagementMissing` or `not_found` without a version.
 */
export function implementVersionedRead<
  const E extends Endpoint,
  Version extends object & { whole?: boolean },
>(
  app: FastifyInstance,
  services: Services,
  endpoint: E,
  { selectVersion, nameOf, read }: VersionedRead<E, Version>,
): void {
  // A release that answers in another form must not confirm bodies of the one before.
  const form = hash('sha1', JSON.stringify(endpoint.responses), 'base64url');
  const versions = shareReads<[Version[]]>();
  const handle = async (context: RequestContext, input: RequestInput<E>): Promise<FastifyReply> => {
    const { request, reply } = input;
    const { tenantId, principal } = context;
    const { database } = context.services;
    const select = selectVersion(request.params as Record<string, string>);
    const [[version]] = await versions(
      `${tenantId} ${database.viewer} ${JSON.stringify(select.values)}`,
      () => database.batchTenant<[Version]>(tenantId, [select]),
    );
    if (!version) throw new ApiError(endpoint.engagementMissing ?? 'not_found');
    // A key of one engagement sees less at the same address.
    const bound = principal.kind === 'api_key' ? principal.engagementId : null;
    const name = nameOf(input);
    const tagOf = (state: unknown) =>
      `"${hash('sha1', JSON.stringify([form, tenantId, bound, name, state]), 'base64url')}"`;
    if (version.whole === false) {
      const { json, link } = await read(context, input, version);
      const etag = tagOf([json, link]);
      if (isNamed(etag, request.headers['if-none-match']))
        return reply.code(304).header('etag', etag).send();
      return sendBody(reply.header('etag', etag), { bytes: Buffer.from(json), link });
    }
    const etag = tagOf(version);
    if (isNamed(etag, request.headers['if-none-match']))
      return reply.code(304).header('etag', etag).send();
    const kept = services.encodedBodies.get(tenantId, name, etag);
    if (kept) return sendBody(reply.header('etag', etag), kept);
    const made = await read(context, input, version);
    const encoded = { bytes: Buffer.from(made.json), link: made.link };
    if (made.kept) services.encodedBodies.set(tenantId, name, etag, encoded);
    return sendBody(reply.header('etag', etag), encoded);
  };
  implementEndpoint(app, services, endpoint, handle as never);
}

function sendBody(reply: FastifyReply, { bytes, link }: EncodedBody): FastifyReply {
  if (link !== null) reply.header('link', link);
  return reply.code(200).header('content-type', 'application/json; charset=utf-8').send(bytes);
}

/** Adds an ETag to GET responses and answers 304; versioned reads have made theirs. */
export const conditionalRequests = plugin(async (app: FastifyInstance) => {
  app.addHook('onSend', async (request, reply, payload) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    // The text is encoded once; the tag, the length and the socket would each encode it again.
    const bytes = Buffer.from(payload);
    const etag = `"${hash('sha1', bytes, 'base64url')}"`;
    reply.header('etag', etag);
    if (!isNamed(etag, request.headers['if-none-match'])) return bytes;
    reply.code(304);
    // Fastify removes the body of HEAD itself, and fails if there is none.
    return request.method === 'HEAD' ? bytes : null;
  });
});

/** Checks an If-None-Match: a list of tags, compared weakly, or `*` (RFC 9110, 13.1.2). */
function isNamed(etag: string, given: string | undefined): boolean {
  if (given === undefined) return false;
  const tags = given.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
