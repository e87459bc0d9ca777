import { fileURLToPath } from 'node:url';
import { createLanes, type Lane } from '@ecp/semaphore/lanes';
import type { ExtractionJob } from './extraction-jobs.ts';
import {
  type ExtractionOutcome,
  type ExtractionProcess,
  type ProcessLimits,
  startExtractionProcess,
} from './extraction-process.ts';
import type { Extraction, SourceFile } from './text/extraction.ts';
import type { WebPage, WebPageText } from './text/html-to-text.ts';

/**
 * Reads untrusted files in child processes, so that no file can harm this process. Tenants take turns, no tenant gets
 * all children, and slow files leave one child free for fast ones (docs/decisions/children-in-lanes.md).
 */
export interface TextExtractor {
  /**
   * Reads the text of a stored file. State and note say why a file cannot be read. Rejects only when the extractor is
   * closed.
   */
  extractText(tenantId: string, file: SourceFile): Promise<Extraction>;
  /** Reads a page as markdown with its title; null when the page hangs, exhausts or crashes its reader. */
  htmlToText(tenantId: string, page: WebPage): Promise<WebPageText | null>;
  /** Kills the children. Jobs in progress or waiting reject, and must be repeated later. */
  close(): Promise<void>;
}

/** Limits of the extractor. All have defaults. */
export interface TextExtractorOptions extends Partial<ProcessLimits> {
  /** Number of children. Further jobs wait. */
  workers?: number;
  /** Time limit for one file or page. */
  timeLimitMs?: number;
  /**
   * Time after which a file counts as long. It is then read again with the full time limit, in the partition for long
   * files.
   */
  shortTimeLimitMs?: number;
  /** Most characters of text taken from one file. */
  maxTextLength?: number;
  /** Path of the module that children run. */
  childPath?: string;
}

const ownChildPath = fileURLToPath(new URL('./child-main.ts', import.meta.url));
/** A child is replaced after this many jobs, before leaks add up. */
const jobsPerChild = 100;
/** The part of the time limit after which reading part by part stops and keeps its text, before the child is killed. */
const partForReading = 2 / 3;
/** Larger files count as long from the start. */
const shortSizeBytes = 1_048_576;

const failures: Record<'timeout' | 'memory' | 'died', Pick<Extraction, 'state' | 'note'>> = {
  timeout: { state: 'timeout', note: 'Reading the file took too long; its text could not be read.' },
  memory: { state: 'too_large', note: 'Reading the file needs too much memory; its text could not be read.' },
  died: { state: 'unreadable', note: 'The file broke its reader; its text could not be read.' },
};

/** Opens the extractor. Children start with the first jobs, are reused, and are replaced when they die. */
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
      // When the extractor closes, the end of the child says nothing about the file.
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
