import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { ApiError } from '@ecp/contract/declaring/errors';
import { billingPlanLimits, megabyteBytes } from '@ecp/contract/identity/billing-plan-limits';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { findJsonProblem } from '../json-bounds.ts';
import type { IncomingFile, UploadedForm } from '../uploads.ts';

/** Limits the JSON body: a brief of 100,000 characters, 100 tasks and room for escapes. */
export const maxJsonBytes = 4 * 1024 * 1024;

/**
 * Parses bodies: forms go to endpoints that declare them, and an empty JSON body is absent. Refuses
 * U+0000, depth and too many values. Errors: `invalid_json`, `unsupported_media_type`,
 * `invalid_request`.
 */
export const bodyParsing = plugin(async (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' || !takesBody(request)) return done(null, undefined);
    if (request.routeOptions.config.endpoint?.multipart) return done(wrongType(request));
    if (request.routeOptions.config.endpoint?.rawBody) return done(null, body);
    const problem = findJsonProblem(body as string);
    if (problem) return done(refuse(problem));
    parse(request, body as string, done);
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '' || !takesBody(request)) return done(null, undefined);
      if (!request.routeOptions.config.endpoint?.form) return done(wrongType(request));
      const fields = readFields(body as string);
      if (fields === null) return done(refuse('must be a form without repeated fields'));
      done(null, fields);
    },
  );
  // The handler reads the form as it arrives, or not at all.
  app.addContentTypeParser(
    /^multipart\/form-data/i,
    async (request: FastifyRequest, payload: IncomingMessage) => {
      if (request.routeOptions.config.endpoint?.multipart) return;
      if (takesBody(request)) throw new ApiError('unsupported_media_type');
      await drop(payload, request.routeOptions.bodyLimit ?? 0);
    },
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' || !takesBody(request)) return done(null, undefined);
    done(wrongType(request));
  });
  app.addHook('preValidation', async (request) => {
    const problem = [request.body, request.params, request.query]
      .map(findForbiddenText)
      .find(Boolean);
    if (problem) throw refuse(problem);
  });
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  // Fastify closes the connection when it refuses a body, and a client that is still sending would
  // miss the response. Only a closing process ends connections with the last response, as it would
  // wait otherwise.
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
    else reply.removeHeader('connection');
  });
  app.addHook('onResponse', async ({ raw }) => dropRest(raw));
});

const maxFields = 100;

/** Returns the fields of a form; null if it has too many, or one of them twice. */
export function readFields(body: string): Record<string, string> | null {
  const fields = [...new URLSearchParams(body)];
  const form = Object.fromEntries(fields);
  return fields.length <= maxFields && Object.keys(form).length === fields.length ? form : null;
}

/**
 * Large enough for a file that some billing plan allows, so that its sender learns why it is
 * refused.
 */
const maxDroppedBytes = 128 * megabyteBytes;

/**
 * Reads and discards the rest of the body after the response, up to a limit. Beyond it the
 * connection is cut.
 */
function dropRest(raw: IncomingMessage): void {
  if (raw.complete || raw.destroyed) return;
  let droppedBytes = 0;
  raw.on('data', ({ length }: Buffer) => {
    droppedBytes += length;
    if (droppedBytes > maxDroppedBytes) raw.destroy();
  });
  raw.resume();
}

const refuse = (message: string) =>
  new ApiError('invalid_request', { details: [{ path: '', message }] });

function takesBody(request: FastifyRequest): boolean {
  const endpoint = request.routeOptions.config.endpoint;
  return (
    endpoint?.body !== undefined || endpoint?.multipart !== undefined || endpoint?.rawBody === true
  );
}

function wrongType(request: FastifyRequest): ApiError {
  const { endpoint } = request.routeOptions.config;
  return new ApiError(endpoint?.multipart ? 'file_required' : 'unsupported_media_type');
}

/** Reads a body that no endpoint declares to its end. */
async function drop(payload: IncomingMessage, maxBytes: number): Promise<void> {
  const tooLarge = () => new ApiError('payload_too_large');
  if (Number(payload.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  let sizeBytes = 0;
  for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw tooLarge();
  }
}

/** Walks the value. The depth of JSON is bounded before, and parameters have none. */
function findForbiddenText(value: unknown): string | undefined {
  if (typeof value === 'string')
    return value.includes('\0') ? 'must not contain the character U+0000' : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const problem = findForbiddenText(key) ?? findForbiddenText(item);
    if (problem) return problem;
  }
  return undefined;
}

type Form = NonNullable<Endpoint['multipart']>;
type FieldsOf<F extends Form> = {
  [Name in keyof F['fields']]: F['fields'][Name] extends TSchema
    ? Static<F['fields'][Name]>
    : never;
};

/** More than any declared field may contain. */
const maxFieldBytes = 64 * 1024;
const formLimits = {
  fieldSize: maxFieldBytes,
  fields: 50,
  files: 10,
  parts: 60,
  headerPairs: 50,
  headerSize: 16 * 1024,
};

/** Limit for everything but the file, including the end of the form and skipped parts. */
const maxOtherBytes = 1_048_576;

const brokenForm = (message: string, cause?: unknown) =>
  new ApiError('invalid_request', { details: [{ path: '', message }], cause });

/**
 * Opens the multipart/form-data body of a request as its endpoint declares it. Nothing is read
 * before `receive`.
 */
export function openForm<const F extends Form>(
  request: FastifyRequest,
  form: F,
): UploadedForm<FieldsOf<F>> {
  return {
    async receive(store) {
      const reading = readForm(request, form, store);
      try {
        const fields = await reading.finished;
        const storing = reading.stored();
        if (!storing) throw new ApiError('file_required');
        const stored = await storing;
        checkFields(form, fields);
        return { stored, fields: fields as Partial<FieldsOf<F>> };
      } catch (error) {
        reading.abandon(error);
        // The storing code undoes what it has made before the caller sees the error.
        await reading.stored()?.catch(() => undefined);
        throw error;
      }
    },
  };
}

/** Starts reading; `finished` resolves with the fields once the whole body has been read. */
function readForm<Stored>(
  request: FastifyRequest,
  form: Form,
  store: (file: IncomingFile) => Promise<Stored>,
) {
  const { raw, headers } = request;
  const parser = openParser(headers);
  const { promise: finished, resolve, reject } = Promise.withResolvers<Record<string, string>>();
  const fields: Record<string, string> = {};
  let file: BusboyFileStream | undefined;
  let stored: Promise<Stored> | undefined;
  let receivedBytes = 0;

  raw.on('data', countOthers);
  function countOthers({ length }: Buffer): void {
    receivedBytes += length;
    if (receivedBytes - (file?.bytesRead ?? 0) > maxOtherBytes)
      reject(brokenForm('the form has too much content besides the file'));
  }
  for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(event, () => reject(brokenForm('the form has too many parts')));
  parser.on('field', (name, value, _nameTruncated, truncated) => {
    if (truncated) reject(brokenForm(`${name} is too long`));
    if (Object.hasOwn(form.fields, name) && value !== '') fields[name] = value;
  });
  parser.on('file', (name, stream, filename) => {
    // The reader and the parser handle a failure of the stream; without this listener it would end
    // the process.
    stream.on('error', () => undefined);
    if (name !== form.file || !filename) return stream.resume();
    if (stored) {
      stream.resume();
      return reject(brokenForm('only one file can be sent at a time'));
    }
    file = stream;
    const length = Number(headers['content-length']);
    stored = store({
      filename: unescapeName(filename),
      content: stream,
      expectedBytes: Number.isSafeInteger(length) ? length : undefined,
    });
    stored.catch(reject);
  });
  parser.on('error', (error) => reject(brokenForm('the form is broken or incomplete', error)));
  parser.on('finish', () => resolve(fields));
  raw.on('close', () => raw.complete || reject(brokenForm('the client disconnected')));
  raw.on('error', (error) => reject(brokenForm('the client disconnected', error)));
  // A sender that left before the listeners were added emits no event any more.
  if (raw.destroyed) reject(brokenForm('the client disconnected'));
  raw.pipe(parser);

  const abandon = (error: unknown) => {
    // The rest of the body waits until the response is sent and is discarded then: see bodyParsing.
    raw.unpipe(parser);
    raw.off('data', countOthers);
    raw.pause();
    file?.destroy(error instanceof Error ? error : new Error('The form was abandoned'));
  };
  return { finished, stored: () => stored, abandon };
}

/**
 * Reverses how browsers escape these three characters (WHATWG, multipart/form-data encoding
 * algorithm).
 */
function unescapeName(filename: string): string {
  return filename.replace(/%22/g, '"').replace(/%0d|%0a/gi, ' ');
}

function openParser(headers: FastifyRequest['headers']): BusboyInstance {
  const type = headers['content-type'];
  if (type === undefined || !/^multipart\/form-data\b/i.test(type))
    throw new ApiError('file_required');
  try {
    return new Busboy({ headers: { ...headers, 'content-type': type }, limits: formLimits });
  } catch (error) {
    throw brokenForm('the form has no boundary', error);
  }
}

function checkFields(form: Form, fields: Record<string, string>): void {
  const failures = Object.entries(form.fields).flatMap(([name, schema]) => {
    const value = fields[name];
    if (value === undefined) return [];
    if (value.includes('\0'))
      return [{ path: `/${name}`, message: 'must not contain the character U+0000' }];
    return [...Value.Errors(Type.Object({ [name]: schema }), { [name]: value })].map(
      ({ message }) => ({
        path: `/${name}`,
        message,
      }),
    );
  });
  if (failures.length > 0) throw new ApiError('invalid_request', { details: failures });
}

/** A larger file was never accepted under any plan, so it must be a different one. */
const maxFileBytes = Math.max(
  ...Object.values(billingPlanLimits).map(({ fileSizeBytes }) => fileSizeBytes),
);

/**
 * Returns the form; once read, `learn` gets its identity: name and SHA-256 of the file, and fields,
 * in any order.
 */
export function fingerprintForm<Fields extends object>(
  form: UploadedForm<Fields>,
  learn: ((identity: string) => void) | undefined,
): UploadedForm<Fields> {
  if (!learn) return form;
  return {
    async receive(store) {
      const hash = createHash('sha256');
      let filename = '';
      const received = await form.receive((file) => {
        filename = file.filename;
        return store({ ...file, content: hashed(file.content, hash) });
      });
      const fields = Object.entries(received.fields).sort(([one], [other]) =>
        one < other ? -1 : 1,
      );
      learn(JSON.stringify([filename, hash.digest('hex'), fields]));
      return received;
    },
  };
}

/**
 * Reads a form to its end, stores nothing and returns its identity. Errors: the form's,
 * `idempotency_key_reused`.
 */
export async function readFormFingerprint(form: UploadedForm<object>): Promise<string> {
  let identity = '';
  const learning = fingerprintForm(form, (learnt) => {
    identity = learnt;
  });
  await learning.receive(async ({ content }) => {
    let sizeBytes = 0;
    for await (const { length } of content) {
      sizeBytes += length;
      if (sizeBytes > maxFileBytes) throw new ApiError('idempotency_key_reused');
    }
  });
  return identity;
}

async function* hashed(content: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}
