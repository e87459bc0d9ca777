import { setImmediate as nextTurn } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { ChildProgram, SandboxError } from '@ecp/sandbox/child-program';
import type { Sandbox } from '@ecp/sandbox/sandbox';
import type { FastifyBaseLogger } from 'fastify';
import { toRefusal } from './limits/refusals.ts';

/** A function of texts. Input and result are data that can be cloned and written as JSON. */
export interface TextReader<Input, Result> {
  /** Names the reader between this process and its child. */
  name: string;
  /** This process reads an input itself up to this weight of its texts, because that takes a few milliseconds. */
  shortWeight: number;
  read(input: Input): Result | Promise<Result>;
}

/** Reads texts without blocking the event loop: long ones in a child, at their tenant's turn, with a time limit. */
export interface TextWork {
  /** Reads a text. Errors: `text_too_complex`, `service_unavailable`. */
  run<Input extends object, Result>(
    tenantId: string,
    reader: TextReader<Input, Result>,
    input: Input,
    limits?: ReadingLimits,
  ): Promise<Result>;
}

/** How long a reading may wait and take. */
export interface ReadingLimits {
  /** False for work that waits for its turn instead of being refused; true is the default. */
  isAwaited?: boolean;
  /** Time from its turn in milliseconds; the default is that of the service. */
  timeLimitMs?: number;
}

interface TextWorkOptions {
  sandbox: Sandbox;
  program: ChildProgram;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Time for one text from its turn. Whoever waits for a page waits no longer. */
  timeLimitMs?: number;
}

/** More bytes count as long from the start. */
const shortSizeBytes = 1_048_576;

/** Creates the service. Children start with the first long text. */
export function createTextWork({ sandbox, program, log, timeLimitMs = 20_000 }: TextWorkOptions): TextWork {
  let lastTurn = Promise.resolve();
  /** Resolves in a turn of the event loop in which this process reads no other text. */
  const takeTurn = () => {
    lastTurn = lastTurn.then(() => nextTurn());
    return lastTurn;
  };
  return {
    async run<Input extends object, Result>(
      tenantId: string,
      reader: TextReader<Input, Result>,
      input: Input,
      limits: ReadingLimits = {},
    ): Promise<Result> {
      if (isShort(input, reader.shortWeight)) {
        await takeTurn();
        return reader.read(input);
      }
      const body = await writeInput(input);
      const lane = body.length > shortSizeBytes ? 'long' : 'short';
      try {
        const { head } = await sandbox.run(program, {
          tenantId,
          job: reader.name,
          body,
          lane,
          sizeBytes: body.length,
          isAwaited: limits.isAwaited ?? true,
          timeMs: limits.timeLimitMs ?? timeLimitMs,
        });
        return head as Result;
      } catch (error) {
        throw toRefusal(error, tooComplex);
      }
    },
  };

  function tooComplex(error: SandboxError): ApiError {
    log.warn({ err: error }, 'A text could not be read within its limits');
    return new ApiError('text_too_complex', { cause: error });
  }
}

/** Reads a text in the background; `otherwise` replaces one that is too complex. Error: `service_unavailable`. */
export async function readOr<Input extends object, Result>(
  texts: TextWork,
  tenantId: string,
  [reader, input]: readonly [TextReader<Input, Result>, Input],
  otherwise: () => Result,
): Promise<Result> {
  try {
    return await texts.run(tenantId, reader, input, { isAwaited: false });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'text_too_complex') return otherwise();
    throw error;
  }
}

/** Weights of a line and of a mark beside that of a letter, by the time that readers of markdown take for them. */
const lineWeight = 30;
const markWeight = 8;

/**
 * Limits the weight of a document that is exported. Half a million characters of prose, of footnotes or of a table
 * weigh less; a text of that length that consists of marks weighs more, and would take many seconds.
 */
const maxExportedWeight = 3_000_000;

/** Throws `text_too_complex` if an export of one of the documents would take too long. */
export async function requireExportable(documents: readonly { content: string }[]): Promise<void> {
  for (const { content } of documents) {
    if (!isShort(content, maxExportedWeight)) throw new ApiError('text_too_complex');
    // A document is weighed in a few milliseconds. Other requests proceed between two of them.
    await nextTurn();
  }
}

/** True if the texts of an input weigh little together. Looks at no more than it needs to know that. */
export function isShort(input: unknown, most: number): boolean {
  const open: unknown[] = [input];
  let left = most;
  while (open.length > 0 && left >= 0) {
    const value = open.pop();
    if (typeof value === 'string') left -= value.length > left ? value.length : weigh(value);
    else if (Array.isArray(value)) {
      left -= value.length;
      if (left >= 0) open.push(...value);
    } else if (typeof value === 'object' && value !== null) open.push(...Object.values(value));
  }
  return left >= 0;
}

function weigh(text: string): number {
  let weight = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 10) weight += lineWeight;
    else if (code > 32 && code < 127 && !isLetterOrDigit(code)) weight += markWeight;
  }
  return weight;
}

const isLetterOrDigit = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);

const itemsInOneGo = 20;

/** Writes an input for a child, each field after its length, long lists in portions between which others proceed. */
async function writeInput(input: object): Promise<Buffer> {
  const parts: Buffer[] = [];
  const write = (value: unknown) => {
    const bytes = serialize(value);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    parts.push(length, bytes);
  };
  for (const [key, value] of Object.entries(input)) {
    const portions = Array.isArray(value) && value.length > itemsInOneGo ? cut(value) : [value];
    for (const [index, portion] of portions.entries()) {
      write({ key, portion, goesOn: index > 0 });
      if (portions.length > 1) await nextTurn();
    }
  }
  return Buffer.concat(parts);
}

const cut = (list: readonly unknown[]): unknown[][] =>
  Array.from({ length: Math.ceil(list.length / itemsInOneGo) }, (_, index) =>
    list.slice(index * itemsInOneGo, (index + 1) * itemsInOneGo),
  );

/** Reads the input that writeInput has written. */
export function readInput(bytes: Buffer): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 + bytes.readUInt32LE(at);
    const { key, portion, goesOn } = deserialize(bytes.subarray(at + 4, end)) as {
      key: string;
      portion: unknown;
      goesOn: boolean;
    };
    const before = input[key];
    if (goesOn && Array.isArray(before) && Array.isArray(portion)) before.push(...portion);
    else input[key] = portion;
    at = end;
  }
  return input;
}
