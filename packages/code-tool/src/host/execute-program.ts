import {
  exceededLimit,
  type ProgramEnd,
  programQueries,
  type StartMessage,
  sqlLength,
} from '../program-types.ts';
import { createConsole } from './program-console.ts';
import { createResults } from './program-results.ts';
import { RefusedProgram, readProgram } from './read-program.ts';
import { closeWorld, fixWorld } from './repeatable-world.ts';
import { createTimers } from './timers.ts';

/** The rows of a query, as a program gets them. */
type QueryRow = Record<string, unknown>;

/** The services of the host of a program. */
export interface ProgramHost {
  /** Answers one statement at a time. Rejects with a sentence for the program. */
  query(text: string): Promise<QueryRow[]>;
  /** Takes what the console writes. */
  write(text: string): void;
  inspect(value: unknown): string;
}

/** The report of the engine on an error or on a rejected promise. */
interface UncaughtEvent {
  type: string;
  error?: unknown;
  reason?: unknown;
  preventDefault(): void;
}

interface PendingQuery {
  text: string;
  resolve(rows: QueryRow[]): void;
  refuse(sentence: string): void;
}

/** The engine's own functions, before a program can change them. */
// biome-ignore lint/security/noGlobalEval: this process exists to execute one program
const nativeEval = globalThis.eval;
const nativeSetTimeout = globalThis.setTimeout;
const { stringify } = JSON;
const encode = TextEncoder.prototype.encode.bind(new TextEncoder());
const byteLength = (text: string) => encode(text).length;

/**
 * Executes a program in this process, which can be used for nothing else afterwards: its globals
 * are gone. Resolves to the program's end, and never rejects.
 */
export async function executeProgram(
  start: StartMessage,
  texts: Readonly<Record<string, string>>,
  host: ProgramHost,
): Promise<ProgramEnd> {
  const queries: PendingQuery[] = [];
  const timers = createTimers();
  let end: ProgramEnd | undefined;
  const finish = (outcome: ProgramEnd) => {
    end ??= outcome;
  };
  let source: string;
  try {
    source = await readProgram(start.code);
  } catch (error) {
    if (error instanceof RefusedProgram) return failed(error.message);
    throw error;
  }
  let leftBytes = start.outputBytes;
  const write = (text: string) => {
    leftBytes -= byteLength(text);
    if (leftBytes < 0) {
      finish(failed(exceededLimit.output(start)));
      throw new RangeError(exceededLimit.output(start));
    }
    host.write(text);
  };
  fixWorld(new Date(start.runDate).getTime(), start.seed);
  const { decimalNumber, modules } = await import('./modules.ts');
  const results = createResults(start.facts, decimalNumber);
  closeWorld({
    ...timers.functions,
    console: createConsole(host.inspect, write),
    sql: createSql(queries),
    table: results.table,
    facts: results.facts,
    texts: Object.freeze(texts),
    // The engine calls it for an error that nothing of the program has caught.
    dispatchEvent: (event: UncaughtEvent) => {
      if (event.type !== 'error' && event.type !== 'unhandledrejection') return true;
      event.preventDefault();
      const error = event.type === 'error' ? event.error : event.reason;
      finish(failed(describeFailure(error, host.inspect)));
      return false;
    },
  });
  const work = nativeEval(`${source}\n//# sourceURL=program.ts`) as (given: object) => unknown;
  void Promise.resolve(modules)
    .then(work)
    .then(
      () => finish({ outcome: 'done', ...results.collect() }),
      (error) => finish(failed(describeFailure(error, host.inspect))),
    );
  // Each turn ends when nothing is left to do but timers and queries, which come one by one. So the
  // order of all that happens is the same each time.
  for (;;) {
    await new Promise<void>((resolve) => nativeSetTimeout(resolve, 0));
    if (end !== undefined) break;
    const query = queries.shift();
    if (query !== undefined) await answerQuery(query, host);
    else if (!timers.fireNext())
      finish(failed('The program waits for something that never comes.'));
  }
  const size = byteLength(stringify(end));
  return size > Math.max(leftBytes, 0) && end.outcome === 'done'
    ? failed(exceededLimit.output(start))
    : end;
}

const failed = (reason: string): ProgramEnd => ({
  outcome: 'failed',
  reason,
  tables: [],
  facts: [],
});

function createSql(queries: PendingQuery[]): (text: unknown) => Promise<QueryRow[]> {
  let count = 0;
  return (text) => {
    const { promise, resolve, reject } = Promise.withResolvers<QueryRow[]>();
    // Its trace has the line of the program, which the answer comes too late for.
    const failure = new Error();
    const refuse = (sentence: string) => {
      failure.message = sentence;
      reject(failure);
    };
    count += 1;
    if (typeof text !== 'string' || text.length > sqlLength)
      refuse(`sql() takes one statement of up to ${sqlLength} characters.`);
    else if (count > programQueries) refuse(`A program may ask ${programQueries} queries.`);
    else queries.push({ text, resolve, refuse });
    return promise;
  };
}

async function answerQuery(query: PendingQuery, host: ProgramHost): Promise<void> {
  try {
    query.resolve(await host.query(query.text));
  } catch (error) {
    query.refuse(error instanceof Error ? error.message : String(error));
  }
}

const reasonLength = 500;

/** Says what a program threw, which may be any value, and where. */
function describeFailure(error: unknown, inspect: (value: unknown) => string): string {
  try {
    if (!(error instanceof Error)) return sentence(`The program threw ${inspect(error)}`);
    const line = /program\.ts:(\d+)/.exec(String(error.stack))?.[1];
    const place = line === undefined ? '' : ` in line ${line}`;
    return sentence(`The program failed${place}: ${String(error.name)}: ${String(error.message)}`);
  } catch {
    return 'The program threw a value that cannot be written.';
  }
}

function sentence(text: string): string {
  const line = text.toWellFormed().replaceAll(/\s+/g, ' ').trim();
  if (line.length > reasonLength) return `${line.slice(0, reasonLength).toWellFormed()}…`;
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
