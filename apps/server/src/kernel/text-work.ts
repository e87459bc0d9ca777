import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { ChildProgram, SandboxError } from '@ecp/sandbox/child-program';
import type { Sandbox } from '@ecp/sandbox/sandbox';
import {
  createTextReading,
  isShort,
  type ReadingLimits,
  type TextReader,
} from '@ecp/sandbox/text-readers';
import type { FastifyBaseLogger } from 'fastify';
import { toRefusal } from './limits/refusals.ts';

export type { TextReader } from '@ecp/sandbox/text-readers';

/**
 * Reads texts without blocking the event loop: long ones in a child, at their tenant's turn, with a
 * time limit.
 */
export interface TextWork {
  /** Reads a text. Errors: `text_too_complex`, `service_unavailable`. */
  run<Input extends object, Result>(
    tenantId: string,
    reader: TextReader<Input, Result>,
    input: Input,
    limits?: Partial<ReadingLimits>,
  ): Promise<Result>;
}

interface TextWorkOptions {
  sandbox: Sandbox;
  program: ChildProgram;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Time for one text from its turn. Whoever waits for a page waits no longer. */
  timeLimitMs?: number;
}

/** Creates the service. Children start with the first long text. */
export function createTextWork({
  sandbox,
  program,
  log,
  timeLimitMs = 20_000,
}: TextWorkOptions): TextWork {
  const reading = createTextReading(sandbox, program);
  return {
    async run<Input extends object, Result>(
      tenantId: string,
      reader: TextReader<Input, Result>,
      input: Input,
      limits: Partial<ReadingLimits> = {},
    ): Promise<Result> {
      try {
        return await reading.read(tenantId, reader, input, {
          isAwaited: true,
          timeLimitMs,
          ...limits,
        });
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

/**
 * Reads a text in the background; `otherwise` replaces one that is too complex. Error:
 * `service_unavailable`.
 */
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

/**
 * Limits the weight of a document that is exported. Half a million characters of prose, of
 * footnotes or of a table weigh less; a text of that length that consists of marks weighs more, and
 * would take many seconds.
 */
const maxExportedWeight = 3_000_000;
/**
 * Limits the headings of a document that is exported. Each is laid out, numbered and listed, which
 * takes far longer than its letters.
 */
const maxExportedHeadings = 5_000;
/** Matches lines that begin a heading, underline one, or draw a rule. */
const headingLine = /^ {0,3}(?:#{1,6}(?=[ \t]|$)|=+[ \t]*$|-+[ \t]*$)/gm;

/** Throws `text_too_complex` if an export of one of the documents would take too long. */
export async function requireExportable(documents: readonly { content: string }[]): Promise<void> {
  for (const { content } of documents) {
    if (!isShort(content, maxExportedWeight)) throw new ApiError('text_too_complex');
    if (countUpTo(content.matchAll(headingLine), maxExportedHeadings + 1) > maxExportedHeadings) {
      throw new ApiError('text_too_complex');
    }
    // A document is weighed in a few milliseconds. Other requests proceed between two of them.
    await nextTurn();
  }
}

/** Counts the items of an iterator, and stops at `most`. */
function countUpTo(items: Iterable<unknown>, most: number): number {
  let count = 0;
  for (const _ of items) {
    count += 1;
    if (count === most) break;
  }
  return count;
}
