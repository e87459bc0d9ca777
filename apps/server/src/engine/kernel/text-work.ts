import { setTimeout as delay } from 'node:timers/promises';
import { type ChildProgram, SandboxError } from '@ecp/sandbox/child-program';
import type { Sandbox } from '@ecp/sandbox/sandbox';
import { createTextReading, type TextReader } from '@ecp/sandbox/text-readers';
import type { Logger } from 'pino';

/** A text of a tenant or a model took more time or memory than one text may take. */
export class TextTooComplexError extends Error {
  override readonly name = 'TextTooComplexError';

  constructor(cause: unknown) {
    super('A text is too complex to be read; shorten it, or take out what repeats', { cause });
  }
}

/**
 * Reads texts of tenants and models without blocking the event loop: long ones in a child, at their
 * tenant's turn.
 */
export interface TextWork {
  /** @throws TextTooComplexError, and SandboxError while the process closes */
  run<Input extends object, Result>(
    tenantId: string,
    reader: TextReader<Input, Result>,
    input: Input,
  ): Promise<Result>;
}

/** Time for one text from its turn. A run waits for it, and no person. */
const timeLimitMs = 300_000;

/** Creates the service. Children start with the first long text. */
export function createTextWork(sandbox: Sandbox, program: ChildProgram, log: Logger): TextWork {
  const reading = createTextReading(sandbox, program);
  return {
    async run<Input extends object, Result>(
      tenantId: string,
      reader: TextReader<Input, Result>,
      input: Input,
    ): Promise<Result> {
      for (;;) {
        try {
          return await reading.read(tenantId, reader, input, { isAwaited: false, timeLimitMs });
        } catch (error) {
          if (!(error instanceof SandboxError) || error.kind === 'closed') throw error;
          if (error.kind !== 'busy') {
            log.warn(
              { err: error, tenantId, reader: reader.name },
              'A text could not be read within its limits',
            );
            throw new TextTooComplexError(error);
          }
          await delay(error.retryAfterMs);
        }
      }
    },
  };
}
