import { AsyncLocalStorage } from 'node:async_hooks';
import type { Redact } from '@ecp/tracing/redact-secrets';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import type { DestinationStream, Logger } from 'pino';
import pino from 'pino';

/**
 * Opens the log. A request's lines have its `reqId`; secrets of links and those of `redact` are
 * left out.
 */
export function openLog(
  level: string,
  destination: DestinationStream = pino.destination(1),
  redact: Redact = (line) => line,
): Logger {
  const mixin = (_line: object, _level: number, logger: Logger) => {
    const reqId = currentRequestId();
    // A request's own logger already has the id.
    return reqId === undefined || 'reqId' in logger.bindings() ? {} : { reqId };
  };
  const hooks = { streamWrite: redact };
  return pino(
    { name: 'platform', level, serializers: { req: describeRequest }, mixin, hooks },
    destination,
  );
}

function describeRequest({ method, url, ip }: FastifyRequest) {
  return { method, url: withoutSecrets(url), remoteAddress: ip };
}

/** Hides secrets of links, with which a reader of the log could open an account, portal or file. */
function withoutSecrets(url: string): string {
  return url
    .replace(/([?&]token=)[^&]*/g, '$1[hidden]')
    .replace(/^(\/portal\/|\/api\/downloads\/)[^/?]+/, '$1[hidden]');
}

const requestIds = new AsyncLocalStorage<string>();

/**
 * Returns the id of the request that is being handled, at any call depth; undefined outside of a
 * request.
 */
function currentRequestId(): string | undefined {
  return requestIds.getStore();
}

/** Makes the request id available to all code that the request runs. Register it first. */
export const requestScope = plugin(async (app: FastifyInstance) => {
  // This needs the callback form: a context entered in an async hook would end with the hook.
  app.addHook('onRequest', (request, _reply, done) => requestIds.run(request.id, done));
});

interface LogRecord {
  level?: number;
  time?: number;
  name?: string;
  msg?: string;
  err?: { message?: string };
  reason?: string;
}

const infoLevel = 30;

/** Tells whether the output is a terminal. Log lines are then short text instead of JSON. */
export function isTerminal(): boolean {
  return process.stdout.isTTY === true;
}

/** The destination of log lines on a terminal, for openLog. */
export const terminalDestination: DestinationStream = { write: writeLogLine };

/** Writes one log line of either service to the terminal. */
export function writeLogLine(line: string): void {
  process.stdout.write(`${formatLogLine(line.trimEnd())}\n`);
}

/**
 * Formats a JSON log line as `time  service  WARN text: error (reason)`; returns any other line
 * unchanged.
 */
export function formatLogLine(line: string): string {
  const record = parseRecord(line);
  if (record?.time === undefined || record.level === undefined) return line;
  const time = new Date(record.time).toTimeString().slice(0, 8);
  const label =
    record.level > infoLevel ? `${pino.levels.labels[record.level]?.toUpperCase()} ` : '';
  const error = record.err?.message === undefined ? '' : `: ${record.err.message}`;
  const reason = record.reason === undefined ? '' : ` (${record.reason})`;
  return `${time}  ${(record.name ?? '').padEnd(8)}  ${label}${record.msg ?? ''}${error}${reason}`;
}

function parseRecord(line: string): LogRecord | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as LogRecord;
  } catch {
    return undefined; // other text that only looks like JSON
  }
}
