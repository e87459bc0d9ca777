import { setImmediate as nextTurn } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import type { ChildProgram } from './child-program.ts';
import type { Sandbox } from './sandbox.ts';
import { serveJobs } from './serve-jobs.ts';

/** A function of texts. Input and result are data that can be cloned and written as JSON. */
export interface TextReader<Input, Result> {
  /** Names the reader between this process and its child. */
  name: string;
  /**
   * This process reads an input itself up to this weight of its texts, because that takes a few
   * milliseconds.
   */
  shortWeight: number;
  read(input: Input): Result | Promise<Result>;
}

/** A service's own readers, without blocking its event loop. */
interface TextReading {
  /**
   * Reads a short text in a turn of its own, and a long one in a child at its tenant's turn.
   * @throws SandboxError for a text that cannot be read within the limits, and for a busy or closed
   * sandbox
   */
  read<Input extends object, Result>(
    tenantId: string,
    reader: TextReader<Input, Result>,
    input: Input,
    limits: ReadingLimits,
  ): Promise<Result>;
}

/** How long a reading may wait and take. */
export interface ReadingLimits {
  /** True if somebody waits: the text is then refused early instead of read late. */
  isAwaited: boolean;
  /** Elapsed time from its turn, in milliseconds. */
  timeLimitMs: number;
}

/** More bytes count as long from the start. */
const shortSizeBytes = 1_048_576;

/** Creates the reading of texts in children of a program. They start with the first long text. */
export function createTextReading(sandbox: Sandbox, program: ChildProgram): TextReading {
  let lastTurn = Promise.resolve();
  /** Resolves in a turn of the event loop in which this process reads no other text. */
  const takeTurn = () => {
    lastTurn = lastTurn.then(() => nextTurn());
    return lastTurn;
  };
  return {
    async read<Input extends object, Result>(
      tenantId: string,
      reader: TextReader<Input, Result>,
      input: Input,
      { isAwaited, timeLimitMs }: ReadingLimits,
    ): Promise<Result> {
      if (isShort(input, reader.shortWeight)) {
        await takeTurn();
        return reader.read(input);
      }
      const body = await writeInput(input);
      const lane = body.length > shortSizeBytes ? 'long' : 'short';
      const task = {
        tenantId,
        job: reader.name,
        body,
        lane,
        sizeBytes: body.length,
        isAwaited,
      } as const;
      const { head } = await sandbox.run(program, { ...task, timeMs: timeLimitMs });
      return head as Result;
    },
  };
}

/**
 * Serves the jobs of `createTextReading` in the child: each is the name of a reader with its input.
 */
export function serveReaders(
  // biome-ignore lint/suspicious/noExplicitAny: each reader has an input of its own, which the parent's types check
  readers: readonly TextReader<any, unknown>[],
): void {
  const byName = new Map(readers.map((reader) => [reader.name, reader]));
  serveJobs<string>(async (name, input) => {
    const reader = byName.get(name);
    if (!reader) throw new Error(`There is no reader ${name}`);
    return { head: await reader.read(readInput(input)) };
  });
}

/**
 * Weights of a line and of a mark beside that of a letter, by the time that readers of markdown
 * take for them.
 */
const lineWeight = 30;
const markWeight = 8;

/**
 * True if the texts of an input weigh little together. Looks at no more than it needs to know that.
 */
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

/**
 * Writes an input for a child, each field after its length, long lists in portions between which
 * others proceed.
 */
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
function readInput(bytes: Buffer): Record<string, unknown> {
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
