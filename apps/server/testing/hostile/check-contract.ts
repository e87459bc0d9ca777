import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { errorsOf } from '@ecp/contract/declaring/endpoint';
import { answeredCode, type ErrorCode, errorTable } from '@ecp/contract/declaring/errors';
import { ErrorBody } from '@ecp/contract/declaring/scalars';
import { type TSchema, Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { closeObjects } from '../check-answers.ts';
import type { RawAnswer, RawRequest } from './raw-request.ts';

type Sent = Pick<RawRequest, 'method' | 'headers'>;

const closedError = Compile(Type.Object(ErrorBody.properties, { additionalProperties: false }));
const insides =
  /node_modules|\.ts\b|\bat \/|select .* from|violates|syntax error|ECONN|pg_|fastify|FST_/i;
const fixedHeaders = { 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' };
/** The rows of the table. Several may answer with one code. */
const rows = Object.keys(errorTable) as ErrorCode[];
const successes = new Map<string, Validator>();

/**
 * Returns what an answer has against the contract: a 5xx, a missing header, an undeclared status,
 * code or field, an error that shows something internal (ERR-8). `endpoint` is undefined for a path
 * that none declares.
 */
export function findContractProblems(
  endpoint: Endpoint | undefined,
  request: Sent,
  answer: RawAnswer,
): string[] {
  const { method } = request;
  const { status, headers, text } = answer;
  const problems = Object.entries(fixedHeaders).flatMap(([name, value]) =>
    headers[name] === value ? [] : [`the header ${name} is ${headers[name]}`],
  );
  if (headers['x-powered-by'] !== undefined) problems.push('it has the header x-powered-by');
  if (status >= 500) problems.push(`the status is ${status}: ${text.slice(0, 500)}`);
  else if (method === 'HEAD') return problems;
  else if (status >= 400) problems.push(...findErrorProblems(endpoint, request, answer));
  else if (endpoint && method === endpoint.method)
    problems.push(...findSuccessProblems(endpoint, answer));
  return problems;
}

function findErrorProblems(
  endpoint: Endpoint | undefined,
  { method, headers }: Sent,
  answer: RawAnswer,
): string[] {
  const body = parseJson(answer.text);
  if (hasProtocolForm(endpoint, answer, body)) return [];
  const [failure] = closedError.Errors(body);
  if (failure)
    return [
      `the error at ${failure.instancePath} ${failure.message}: ${answer.text.slice(0, 500)}`,
    ];
  const { code, requestId } = body as { code: ErrorCode; requestId: string };
  const problems: string[] = [];
  // A stored answer keeps the id of the first request (docs/requirements/requests.md).
  const mayBeStored = headers.some(([name]) => name === 'idempotency-key');
  if (!mayBeStored && requestId !== answer.headers['x-request-id'])
    problems.push('requestId is not that of the header');
  const statuses = rows
    .filter((row) => answeredCode(row) === code)
    .map((row) => errorTable[row].status);
  if (!statuses.some((status) => status === answer.status))
    problems.push(`${code} has the status ${answer.status}`);
  if (insides.test(answer.text.replaceAll(requestId, '')))
    problems.push(`it shows something internal: ${answer.text}`);
  const isProtocol = endpoint && /^\/(?:oauth|api\/scim)\//.test(endpoint.path);
  if (
    method === endpoint?.method &&
    !isProtocol &&
    !errorsOf(endpoint).map(answeredCode).includes(code)
  )
    problems.push(`${code} is not declared`);
  return problems;
}

/** Errors of the protocols of assistants, directories and authorization have their own forms. */
function hasProtocolForm(
  endpoint: Endpoint | undefined,
  { status, headers }: RawAnswer,
  body: unknown,
): boolean {
  const { path = '' } = endpoint ?? {};
  const fields = Object(body) as {
    jsonrpc?: unknown;
    status?: unknown;
    error?: unknown;
    code?: unknown;
  };
  if (path === '/mcp') return fields.jsonrpc === '2.0';
  if (path.startsWith('/api/scim/')) return fields.status === String(status);
  if (!path.startsWith('/oauth/')) return false;
  const isPage = headers['content-type']?.startsWith('text/html') === true;
  return isPage || (typeof fields.error === 'string' && fields.code === undefined);
}

function findSuccessProblems(endpoint: Endpoint, { status, headers, text }: RawAnswer): string[] {
  if (status === 304 && endpoint.method === 'GET') return [];
  const declared = endpoint.responses[status];
  if (declared === undefined) return [`the status ${status} is not declared`];
  if (typeof declared === 'string' || !headers['content-type']?.startsWith('application/json'))
    return [];
  const [failure] = validatorOf(endpoint, status, declared).Errors(parseJson(text));
  return failure ? [`the answer at ${failure.instancePath} ${failure.message}`] : [];
}

/** Compiled at the first answer of its kind, because one run sees only some of them. */
function validatorOf({ name }: Endpoint, status: number, declared: TSchema): Validator {
  const key = `${name} ${status}`;
  const validator = successes.get(key) ?? Compile(closeObjects(declared) as TSchema);
  successes.set(key, validator);
  return validator;
}

/** Returns the value of JSON text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
