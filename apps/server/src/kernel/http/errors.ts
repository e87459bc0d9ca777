import { describeFaults } from '@ecp/contract/declaring/compile-validator';
import { ApiError, type ErrorCode } from '@ecp/contract/declaring/errors';
import type { ErrorBody } from '@ecp/contract/declaring/scalars';
import { classifyDatabaseError } from '@ecp/database/classify-database-error';
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
} from 'fastify';
import plugin from 'fastify-plugin';
import type { Static } from 'typebox';

const frameworkErrors: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  // Postgres rejects a text that its encoding cannot hold or a number out of range: the caller's
  // error.
  '22021': 'invalid_request',
  '22P05': 'invalid_request',
  '22003': 'invalid_request',
  // Postgres rolls back one of two transactions that block each other or conflict. A repeat may
  // succeed.
  '40P01': 'service_unavailable',
  '40001': 'service_unavailable',
  // The object storage is unavailable or full.
  STORAGE_UNAVAILABLE: 'service_unavailable',
};

const foreignKeyViolation = '23503';

/** The form that a protocol asks of all errors below one address. */
export interface ErrorForm {
  prefix: string;
  contentType: string;
  write(error: ApiError): object;
}

/** Maps every thrown value to a response of one shape, or of the form that the address has. */
export const errorResponses = plugin(
  async (app: FastifyInstance, { forms }: { forms: readonly ErrorForm[] }) => {
    const formOf = ({ url }: FastifyRequest) =>
      forms.find(({ prefix }) => url === prefix || url.startsWith(`${prefix}/`));
    app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
      const mapped = toApiError(error, request);
      if (mapped.status >= 500) request.log.error({ err: mapped.cause ?? error }, mapped.message);
      return sendError(request, reply, mapped, formOf(request));
    });
    app.setNotFoundHandler((request, reply) =>
      wantsHtml(request)
        ? app.sendMissingPage(reply)
        : sendError(request, reply, new ApiError('not_found'), formOf(request)),
    );
  },
);

/** Seconds after which a caller may try again, unless the error itself knows better. */
const retryAfterSeconds = '5';

/** Sends an error response, in the form of a protocol if there is one. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: ApiError,
  form?: ErrorForm,
): FastifyReply {
  return reply
    .code(error.status)
    .headers(
      error.status === 503 ? { 'retry-after': retryAfterSeconds, ...error.headers } : error.headers,
    )
    .type(form?.contentType ?? 'application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(form?.write(error) ?? errorBody(error, request.id));
}

export function errorBody(
  { message, code, values, details }: ApiError,
  requestId: string,
): Static<typeof ErrorBody> {
  const facts = Object.keys(values).length > 0 ? { values } : {};
  return { error: message, code, requestId, ...facts, ...(details ? { details } : {}) };
}

function toApiError(error: FastifyError | ApiError, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (error.validation) return fromValidation(error, request);
  const unavailable =
    classifyDatabaseError(error) === 'unavailable' ? 'service_unavailable' : undefined;
  const code = frameworkErrors[error.code] ?? erasedMeanwhile(error, request) ?? unavailable;
  if (code) return new ApiError(code, { cause: error });
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ApiError('invalid_request', { details: [{ path: '', message: error.message }] });
  }
  return new ApiError('internal_error', { cause: error });
}

/**
 * Returns the code for a row that refers to a tenant, user or engagement which was erased after the
 * checks.
 */
function erasedMeanwhile(
  error: FastifyError & { constraint?: string },
  request: FastifyRequest,
): ErrorCode | undefined {
  if (error.code !== foreignKeyViolation) return undefined;
  if (/_tenant_id(?:_user_id)?_fkey$/.test(error.constraint ?? ''))
    return 'authentication_required';
  if (/_engagement_id_fkey$/.test(error.constraint ?? ''))
    return request.routeOptions.config.endpoint?.engagementMissing;
  return undefined;
}

function fromValidation(error: FastifyError, request: FastifyRequest): ApiError {
  const details = describeFaults(error.validation ?? []);
  const { bodyErrors = [], queryErrors = [] } = request.routeOptions.config.endpoint ?? {};
  const paths = new Set(details.map(({ path }) => path));
  const isFaulty = (field: string) => paths.has('') || paths.has(`/${field}`);
  if (error.validationContext === 'querystring') {
    const rule = queryErrors.find(({ fields }) => fields.some(isFaulty));
    return new ApiError(rule?.code ?? 'invalid_request', { details });
  }
  if (error.validationContext !== 'body') return new ApiError('invalid_request', { details });
  const rule = bodyErrors.find(({ fields, when }) => {
    const failed = fields.filter(isFaulty);
    return failed.some((field) => when !== 'missing' || isMissing(request.body, field));
  });
  return new ApiError(rule?.code ?? 'invalid_request', { details });
}

/**
 * Whether the field is absent, null or blank. In a body that is no object, every field is missing.
 */
function isMissing(body: unknown, field: string): boolean {
  const value =
    typeof body === 'object' && body !== null
      ? (body as Record<string, unknown>)[field]
      : undefined;
  return (
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  );
}

/** Paths that are never a page: the API, the app's files, and what machines request. */
const noPage = /^\/(api|assets|health|metrics|ready)(\/|\?|$)/;

/** Whether a browser requests a page, so that a missing page is answered by a page. */
function wantsHtml({ method, url, headers }: FastifyRequest): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  return reads && !noPage.test(url) && (headers.accept ?? '').includes('text/html');
}

const methods: HTTPMethods[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
];

/** Answers 405 with `Allow` on a known path with another method. Register it before the routes. */
export const methodNotAllowed = plugin(async (app: FastifyInstance) => {
  const known = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ method, url }) => {
    const found = known.get(url) ?? new Set();
    for (const name of [method].flat()) found.add(name);
    known.set(url, found);
  });
  app.decorate('refuseOtherMethods', () => {
    for (const [url, allowed] of [...known]) {
      const refused = methods.filter((method) => !allowed.has(method));
      const allow = [...allowed].sort().join(', ');
      app.route({
        method: refused,
        url,
        // This runs before any body is read, because the body does not matter.
        onRequest: async (_request, reply) => {
          reply.header('allow', allow);
          throw new ApiError('method_not_allowed');
        },
        handler: async () => undefined,
      });
    }
  });
});

declare module 'fastify' {
  interface FastifyInstance {
    /** Adds the 405 routes. Call it once, after all routes are registered. */
    refuseOtherMethods(): void;
  }
}
