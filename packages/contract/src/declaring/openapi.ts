import type { TSchema } from 'typebox';
import { type CodeSample, type Exchange, sampleSetup, writeCodeSamples } from './code-samples.ts';
import {
  type Credentials,
  type Endpoint,
  errorsByStatus,
  takesIdempotencyKey,
} from './endpoint.ts';
import { answeredCode, errorTable } from './errors.ts';
import { ErrorBody } from './scalars.ts';

type ComponentJson = Record<string, unknown>;

/** Schema of any text. */
const text = { type: 'string' };
const header = (description: string, schema: ComponentJson = text) => ({ description, schema });
/** A reference to a component of the OpenAPI description. */
const schemaReference = (part: string, name: string) => ({ $ref: `#/components/${part}/${name}` });

/** The components, other than schemas, that endpoint descriptions refer to. */
export const openApiComponents = {
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'ecp_session',
      description: 'Set by sign-up and sign-in',
    },
    portalToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'svc_portal_ and 32 hexadecimal characters',
    },
    answerLink: {
      type: 'http',
      scheme: 'bearer',
      description: 'svc_answer_ and 32 hexadecimal characters',
    },
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      description: 'svc_live_ and 32 hexadecimal characters',
    },
  },
  headers: {
    RequestId: header('Identifies this request in errors and logs'),
    RateLimit: header('Requests left, and seconds until the window resets: `"api";r=599;t=60`'),
    RateLimitPolicy: header('Requests per window in seconds: `"api";q=600;w=60`'),
    RetryAfter: header('Seconds to wait', { type: 'integer', minimum: 1 }),
    Allow: header('Methods of this path'),
    ETag: header('Changes with the body'),
    Link: header('`<address>; rel="next"` unless this is the last page'),
    IdempotencyReplayed: header('`true` when the first answer to this Idempotency-Key is repeated'),
    Location: header('URL to continue at', { type: 'string', format: 'uri' }),
  },
  parameters: {
    IfNoneMatch: {
      in: 'header',
      name: 'If-None-Match',
      schema: text,
      description: 'ETag of the caller’s copy',
    },
    IdempotencyKey: {
      in: 'header',
      name: 'Idempotency-Key',
      schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
      description:
        'Chosen by the caller for one request. Repeating it within 24 hours returns the first answer',
    },
    LastEventId: {
      in: 'header',
      name: 'Last-Event-ID',
      schema: { type: 'string', pattern: '^([^:]+:)?\\d{1,15}$' },
      description:
        'Id of the last event received, `<run id>:<number>`. The stream continues after it',
    },
  },
};

type Json = Record<string, unknown>;

/** An event that the service sends to webhook endpoints. */
interface EventDeclaration {
  summary: string;
  /** The schema of its `data`. */
  data: TSchema;
}

/** What an OpenAPI description describes. */
interface DescribedApi {
  endpoints: readonly Endpoint[];
  /** By the names of the events. */
  events: Readonly<Record<string, EventDeclaration>>;
  /** Schemas that become components of that name. */
  named: ReadonlyMap<unknown, string>;
  /** An exchange of each endpoint, by its name. */
  exchanges: Readonly<Record<string, Exchange>>;
}

/** Builds the OpenAPI 3.1 description of endpoints and webhook events as plain data. */
export function buildOpenApi({ endpoints, events, named, exchanges }: DescribedApi): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: describe(endpoint, named, exchanges[endpoint.name]),
    };
  }
  const webhooks = Object.fromEntries(
    Object.entries(events).map(([name, event]) => [
      name,
      { post: describeEvent(name, event, named) },
    ]),
  );
  const schemas = [...named].map(([schema, name]) => [name, inline(schema, named)] as const);
  const answered = JSON.stringify([paths, webhooks, schemas]);
  const used = schemas.filter(([name]) =>
    answered.includes(JSON.stringify(schemaReference('schemas', name)).slice(1, -1)),
  );
  return {
    openapi: '3.1.1',
    info: {
      title: 'Engagement Consulting Platform API',
      version: '1.0.0',
      description: `Multi-tenant platform for AI-assisted consulting projects.\n\n${sampleSetup}`,
    },
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    webhooks,
    components: {
      ...openApiComponents,
      schemas: { ...Object.fromEntries(used), Error: inline(ErrorBody, named) },
    },
  };
}

function describe(
  endpoint: Endpoint,
  named: ReadonlyMap<unknown, string>,
  exchange: Exchange | undefined,
): Json {
  const {
    name,
    summary,
    deprecation,
    tag,
    credentials,
    body,
    bodyOptional = false,
    form,
    multipart,
    rawBody,
    level,
    tier,
    subscription,
  } = endpoint;
  const parameters = describeParameters(endpoint, named);
  const access = `Level: ${level}. Rate-limit tier: ${tier}.${subscription ? ' Requires an active subscription.' : ''}`;
  const samples = exchange ? writeCodeSamples(endpoint, exchange) : [];
  const example = exchange?.body && !multipart ? { example: exchange.body } : {};
  return {
    operationId: name,
    summary,
    description: [...(deprecation ? [deprecation] : []), access, ...samples.map(showSample)].join(
      '\n\n',
    ),
    ...(deprecation ? { deprecated: true } : {}),
    'x-codeSamples': samples,
    tags: [tag],
    security: securities[credentials],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? {
          requestBody: {
            required: !bodyOptional,
            content: describeBody({ schema: refine(body, named), ...example }, form),
          },
        }
      : {}),
    ...(rawBody ? { requestBody: { required: true, content: json({ type: 'object' }) } } : {}),
    ...(multipart
      ? { requestBody: { required: true, content: describeForm(multipart, named) } }
      : {}),
    responses: { ...describeAnswers(endpoint, named, exchange), ...describeErrors(endpoint) },
  };
}

/** Shows a sample in a description, which readers of OpenAPI render as Markdown. */
const showSample = ({ label, lang, source }: CodeSample) =>
  `**${label}**\n\n\`\`\`${lang}\n${source}\n\`\`\``;

/** Headers of each delivery, which the receiver checks before it trusts the body. */
const deliveryHeaders = {
  'X-Service-Signature':
    '`t=<seconds>,v1=<HMAC-SHA256 in hexadecimal>` of `<seconds>.<body>`, keyed with the whole secret; several `v1` while a new secret is introduced',
  'X-Service-Event': 'The name of the event',
  'X-Service-Delivery': 'Identifies the delivery. It is the same for each attempt',
  'webhook-id': 'The same identifier in the form of Standard Webhooks',
  'webhook-timestamp': 'Seconds since 1970 at which the attempt was signed',
  'webhook-signature':
    '`v1,<HMAC-SHA256 in base64>` of `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the decoded secret after `whsec_`',
};

function describeEvent(
  name: string,
  { summary, data }: EventDeclaration,
  named: ReadonlyMap<unknown, string>,
): Json {
  const parameters = Object.entries(deliveryHeaders).map(([header, description]) => ({
    in: 'header',
    name: header,
    required: true,
    schema: text,
    description,
  }));
  const schema = {
    type: 'object',
    properties: {
      event: { const: name },
      data: refine(data, named),
      timestamp: { type: 'string', format: 'date-time' },
    },
    required: ['event', 'data', 'timestamp'],
  };
  return {
    operationId: `on ${name}`,
    summary,
    tags: ['Webhook events'],
    parameters,
    requestBody: { required: true, content: json(schema) },
    responses: { '2XX': { description: 'The event has been received. Its body is not read' } },
  };
}

const session = { session: [] };
const securities: Record<Credentials, Json[]> = {
  none: [],
  session: [session],
  any: [session, { apiKey: [] }],
  portal: [{ portalToken: [] }],
  answer_link: [{ answerLink: [] }],
};

function describeForm(
  { file, fields }: NonNullable<Endpoint['multipart']>,
  named: ReadonlyMap<unknown, string>,
): Json {
  const properties = Object.entries(fields).map(([name, schema]) => [name, refine(schema, named)]);
  const binary = { type: 'string', contentMediaType: 'application/octet-stream' };
  const schema = {
    type: 'object',
    properties: { [file]: binary, ...Object.fromEntries(properties) },
    required: [file],
  };
  return { 'multipart/form-data': { schema } };
}

function describeParameters(endpoint: Endpoint, named: ReadonlyMap<unknown, string>): Json[] {
  const { params, query } = endpoint;
  const declared = (['path', 'query'] as const).flatMap((place) => {
    const { properties = {}, required = [] } = ((place === 'path' ? params : query) ?? {}) as {
      properties?: Record<string, TSchema>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, schema]) => ({
      in: place,
      name,
      required: place === 'path' || required.includes(name),
      schema: refine(schema, named),
    }));
  });
  const headers: Json[] = [];
  if (isCacheable(endpoint)) headers.push(schemaReference('parameters', 'IfNoneMatch'));
  if (takesIdempotencyKey(endpoint)) headers.push(schemaReference('parameters', 'IdempotencyKey'));
  if (Object.values(endpoint.responses).includes('text/event-stream'))
    headers.push(schemaReference('parameters', 'LastEventId'));
  return [...declared, ...headers];
}

const isCacheable = ({ method, responses }: Endpoint) =>
  method === 'GET' && typeof responses[200] === 'object';

const limitHeaders = {
  'X-Request-Id': schemaReference('headers', 'RequestId'),
  RateLimit: schemaReference('headers', 'RateLimit'),
  'RateLimit-Policy': schemaReference('headers', 'RateLimitPolicy'),
};

function describeAnswers(
  endpoint: Endpoint,
  named: ReadonlyMap<unknown, string>,
  exchange: Exchange | undefined,
): Json {
  const answers: Json = {};
  for (const [status, answer] of Object.entries(endpoint.responses)) {
    const headers: Json = { ...limitHeaders };
    if (takesIdempotencyKey(endpoint))
      headers['Idempotency-Replayed'] = schemaReference('headers', 'IdempotencyReplayed');
    if (isCacheable(endpoint)) headers['ETag'] = schemaReference('headers', 'ETag');
    if (hasCursor(endpoint)) headers['Link'] = schemaReference('headers', 'Link');
    if (endpoint.link) headers['Link'] = { description: endpoint.link, schema: text };
    if (Number(status) >= 300) headers['Location'] = schemaReference('headers', 'Location');
    const example = exchange && exchange.answer !== null ? { example: exchange.answer } : {};
    const content: Json =
      typeof answer === 'string'
        ? { [answer]: { schema: text } }
        : { 'application/json': { schema: refine(answer, named), ...example } };
    for (const [type, schema] of Object.entries(endpoint.otherForms ?? {}))
      content[type] = { schema: refine(schema, named) };
    answers[status] = {
      description: endpoint.summary,
      headers,
      ...(Number(status) < 300 ? { content } : {}),
    };
  }
  if (isCacheable(endpoint))
    answers['304'] = {
      description: 'Not modified',
      headers: { ETag: schemaReference('headers', 'ETag') },
    };
  return answers;
}

const hasCursor = ({ query }: Endpoint) =>
  Object.hasOwn((query as { properties?: object })?.properties ?? {}, 'cursor');

/** Errors that come with Retry-After. */
const saysWhen = new Set<string>(['rate_limited', 'idempotency_in_progress']);

function describeErrors(endpoint: Endpoint): Json {
  const errors = [...errorsByStatus(endpoint)].map(([status, codes]) => [
    status,
    {
      description: codes
        .map((code) => `\`${answeredCode(code)}\`: ${errorTable[code].message}`)
        .join('\n\n'),
      headers: {
        ...(status === 429
          ? limitHeaders
          : { 'X-Request-Id': schemaReference('headers', 'RequestId') }),
        ...(codes.some((code) => saysWhen.has(code))
          ? { 'Retry-After': schemaReference('headers', 'RetryAfter') }
          : {}),
      },
      content: json({
        ...schemaReference('schemas', 'Error'),
        properties: { code: { enum: [...new Set(codes.map(answeredCode))] } },
      }),
    },
  ]);
  return Object.fromEntries(errors);
}

const json = (schema: unknown) => ({ 'application/json': { schema } });

const describeBody = (content: Json, form = false): Json =>
  form
    ? { 'application/json': content, 'application/x-www-form-urlencoded': content }
    : { 'application/json': content };

/**
 * Returns a reference to a named schema, or the schema with its named parts replaced by references.
 */
function refine(schema: unknown, named: ReadonlyMap<unknown, string>): unknown {
  const name = named.get(schema);
  return name === undefined ? inline(schema, named) : schemaReference('schemas', name);
}

function inline(schema: unknown, named: ReadonlyMap<unknown, string>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => refine(item, named));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key]) => key !== '$id');
  return Object.fromEntries(entries.map(([key, value]) => [key, refine(value, named)]));
}
