import { fileURLToPath } from 'node:url';
import { createLanes, type Lane } from '@ecp/semaphore/lanes';
import type { Extraction, SourceFile } from './text/extraction.ts';
import type { ExtractionJob } from './extraction-jobs.ts';
import {
  type ExtractionProcess,
  type ExtractionOutcome,
  type ProcessLimits,
  startExtractionProcess,
} from './extraction-process.ts';
import type { WebPage, WebPageText } from './text/html-to-text.ts';

/**
 * Reads strangers' files in child processes, so that none of them can harm this one. Tenants take turns, none has all
 * children, and files that take long leave one child to short ones (docs/decisions/children-in-lanes.md).
 */
export interface TextExtractor {
  /** The text of a stored file. A file that cannot be read says so in its state and note; rejects only when closed. */
  extractText(tenantId: string, file: SourceFile): Promise<Extraction>;
  /** A page as markdown with its title; null when it hangs, exhausts or breaks its reader. */
  htmlToText(tenantId: string, page: WebPage): Promise<WebPageText | null>;
  /** Ends the children; what is under way or waiting rejects, and is to be read another time. */
  close(): Promise<void>;
}

/** Sizes of the extractor; all have defaults. */
export interface TextExtractorOptions extends Partial<ProcessLimits> {
  /** Children; others wait their turn. */
  workers?: number;
  /** Time for one file or page. */
  timeLimitMs?: number;
  /** Time after which a file counts as long: it is read anew with all its time, in the partition for long ones. */
  shortTimeLimitMs?: number;
  /** Characters of text taken from one file. */
  maxTextLength?: number;
  /** The module that children run. */
  childPath?: string;
}

const ownChildPath = fileURLToPath(new URL('./child-main.ts', import.meta.url));
/** A child is replaced after so many files, before what they leave behind adds up. */
const jobsPerChild = 100;
/** A file that is read part by part stops after this part of the time and keeps its text, before its child is ended. */
const partForReading = 2 / 3;
/** Larger files are long from the start. */
const shortSizeBytes = 1_048_576;

const failures: Record<'timeout' | 'memory' | 'died', Pick<Extraction, 'state' | 'note'>> = {
  timeout: { state: 'timeout', note: 'Reading the file took too long; its text could not be read.' },
  memory: { state: 'too_large', note: 'Reading the file needs too much memory; its text could not be read.' },
  died: { state: 'unreadable', note: 'The file broke its reader; its text could not be read.' },
};

/** Opens the extractor. Children start with the first jobs, stay warm, and are replaced when they die. */
export function openTextExtractor(options: TextExtractorOptions = {}): TextExtractor {
  const { maxTextLength = 5_000_000, timeLimitMs = 30_000, childPath = ownChildPath } = options;
  const shortTimeLimitMs = Math.min(options.shortTimeLimitMs ?? 5_000, timeLimitMs);
  const limits = { heapMb: options.heapMb ?? 512, memoryMb: options.memoryMb ?? 1_024 };
  const pool = openPool(options.workers ?? 3, () => startExtractionProcess(childPath, limits));

  async function run(tenantId: string, job: ExtractionJob, sizeBytes: number): Promise<ExtractionOutcome> {
    if (sizeBytes <= shortSizeBytes) {
      const outcome = await pool.run({ tenantId, partition: 'short', timeLimitMs: shortTimeLimitMs }, job);
      if (outcome.kind !== 'timeout' || shortTimeLimitMs === timeLimitMs) return outcome;
    }
    return pool.run({ tenantId, partition: 'long', timeLimitMs }, job);
  }
  return {
    async extractText(tenantId, file) {
      const reading = { textLength: maxTextLength, timeMs: timeLimitMs * partForReading };
      const outcome = await run(tenantId, { kind: 'file', file, limits: reading }, file.sizeBytes);
      if (outcome.kind !== 'answered') return { ...failures[outcome.kind], sections: [], truncated: false };
      if (outcome.answer.kind === 'file') return outcome.answer.extraction;
      return { ...failures.died, sections: [], truncated: false };
    },
    async htmlToText(tenantId, page) {
      const outcome = await run(tenantId, { kind: 'page', page }, page.html.length);
      return outcome.kind === 'answered' && outcome.answer.kind === 'page' ? outcome.answer.page : null;
    },
    close: () => pool.close(),
  };
}

interface Turn {
  tenantId: string;
  partition: Lane;
  timeLimitMs: number;
}

function openPool(workers: number, start: () => ExtractionProcess) {
  const lanes = createLanes({ workers });
  const idle: ExtractionProcess[] = [];
  const living = new Set<ExtractionProcess>();
  const closing = new AbortController();

  function run({ tenantId, partition, timeLimitMs }: Turn, job: ExtractionJob): Promise<ExtractionOutcome> {
    const read = async () => {
      const outcome = await runIn(take(), job, timeLimitMs);
      // Its child's end says nothing about the file.
      if (outcome.kind !== 'answered') closing.signal.throwIfAborted();
      return outcome;
    };
    return lanes.run(tenantId, partition, read, { signal: closing.signal });
  }

  function take(): ExtractionProcess {
    const process = idle.pop() ?? start();
    if (!process.isAlive()) {
      living.delete(process);
      return take();
    }
    living.add(process);
    return process;
  }

  async function runIn(
    process: ExtractionProcess,
    job: ExtractionJob,
    timeLimitMs: number,
  ): Promise<ExtractionOutcome> {
    const outcome = await process.run(job, timeLimitMs);
    if (outcome.kind === 'answered' && process.jobs() < jobsPerChild) idle.push(process);
    else await retire(process);
    return outcome;
  }

  async function retire(process: ExtractionProcess): Promise<void> {
    await process.kill();
    living.delete(process);
    if (closing.signal.aborted) return;
    const fresh = start();
    living.add(fresh);
    idle.push(fresh);
  }

  async function close(): Promise<void> {
    closing.abort(new Error('The text extractor is closed'));
    await Promise.all([...living].map((process) => process.kill()));
    living.clear();
  }
  return { run, close };
}

declare module '../../kernel/services.ts' {
  interface Services {
    textExtractor: TextExtractor;
  }
}
