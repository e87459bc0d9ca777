import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { ApiError } from '@ecp/contract/declaring/errors';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { IncomingFile, UploadedForm } from '../../uploaded-form.ts';

type Form = NonNullable<Endpoint['multipart']>;
type FieldsOf<F extends Form> = {
  [Name in keyof F['fields']]: F['fields'][Name] extends TSchema ? Static<F['fields'][Name]> : never;
};

/** More than any declared field may contain. */
const maxFieldBytes = 64 * 1024;
const limits = { fieldSize: maxFieldBytes, fields: 50, files: 10, parts: 60, headerPairs: 50, headerSize: 16 * 1024 };

/** Limit for everything but the file, including the end of the form and skipped parts. */
const maxOtherBytes = 1_048_576;

const broken = (message: string, cause?: unknown) =>
  new ApiError('invalid_request', { details: [{ path: '', message }], cause });

/** Opens the multipart/form-data body of a request as its endpoint declares it. Nothing is read before `receive`. */
export function openForm<const F extends Form>(request: FastifyRequest, form: F): UploadedForm<FieldsOf<F>> {
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
function readForm<Stored>(request: FastifyRequest, form: Form, store: (file: IncomingFile) => Promise<Stored>) {
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
      reject(broken('the form has too much content besides the file'));
  }
  for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(event, () => reject(broken('the form has too many parts')));
  parser.on('field', (name, value, _nameTruncated, truncated) => {
    if (truncated) reject(broken(`${name} is too long`));
    if (Object.hasOwn(form.fields, name) && value !== '') fields[name] = value;
  });
  parser.on('file', (name, stream, filename) => {
    // The reader and the parser handle a failure of the stream; without this listener it would end the process.
    stream.on('error', () => undefined);
    if (name !== form.file || !filename) return stream.resume();
    if (stored) {
      stream.resume();
      return reject(broken('only one file can be sent at a time'));
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
  parser.on('error', (error) => reject(broken('the form is broken or incomplete', error)));
  parser.on('finish', () => resolve(fields));
  raw.on('close', () => raw.complete || reject(broken('the client disconnected')));
  raw.on('error', (error) => reject(broken('the client disconnected', error)));
  // A sender that left before the listeners were added emits no event any more.
  if (raw.destroyed) reject(broken('the client disconnected'));
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

/** Reverses how browsers escape these three characters (WHATWG, multipart/form-data encoding algorithm). */
function unescapeName(filename: string): string {
  return filename.replace(/%22/g, '"').replace(/%0d|%0a/gi, ' ');
}

function openParser(headers: FastifyRequest['headers']): BusboyInstance {
  const type = headers['content-type'];
  if (type === undefined || !/^multipart\/form-data\b/i.test(type)) throw new ApiError('file_required');
  try {
    return new Busboy({ headers: { ...headers, 'content-type': type }, limits });
  } catch (error) {
    throw broken('the form has no boundary', error);
  }
}

function checkFields(form: Form, fields: Record<string, string>): void {
  const failures = Object.entries(form.fields).flatMap(([name, schema]) => {
    const value = fields[name];
    if (value === undefined) return [];
    if (value.includes('\0')) return [{ path: `/${name}`, message: 'must not contain the character U+0000' }];
    return [...Value.Errors(Type.Object({ [name]: schema }), { [name]: value })].map(({ message }) => ({
      path: `/${name}`,
      message,
    }));
  });
  if (failures.length > 0) throw new ApiError('invalid_request', { details: failures });
}
