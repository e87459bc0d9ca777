import { fileURLToPath } from 'node:url';
import type { Extraction, SourceFile } from './text/extraction.ts';
import type { ExtractionJob } from './extraction-jobs.ts';
import {
  type ExtractionProcess,
  type Outcome,
  type ProcessLimits,
  startExtractionProcess,
} from './extraction-process.ts';
import type { WebPage, WebPageText } from './text/html-to-text.ts';

/** Reads strangers' files in child processes, so that none of them can harm this one. */
export interface TextExtractor {
  /** The text of a stored file. A file that cannot be read says so in its state and note; rejects only when closed. */
  extractText(file: SourceFile): Promise<Extraction>;
  /** A page as markdown with its title; null when it hangs, exhausts or breaks its reader. */
  htmlToText(page: WebPage): Promise<WebPageText | null>;
  /** Ends the children; what is under way or waiting rejects, and is to be read another time. */
  close(): Promise<void>;
}

/** Sizes of the extractor; all have defaults. */
export interface TextExtractorOptions extends Partial<ProcessLimits> {
  /** Children; others wait their turn. */
  workers?: number;
  /** Characters of text taken from one file. */
  maxTextLength?: number;
  /** The module that children run. */
  childPath?: string;
}

const ownChildPath = fileURLToPath(new URL('./child-main.ts', import.meta.url));
/** A child is replaced after so many files, before what they leave behind adds up. */
const jobsPerChild = 100;

const failures: Record<'timeout' | 'memory' | 'died', Pick<Extraction, 'state' | 'note'>> = {
  timeout: { state: 'timeout', note: 'Reading the file took too long; its text could not be read.' },
  memory: { state: 'too_large', note: 'Reading the file needs too much memory; its text could not be read.' },
  died: { state: 'unreadable', note: 'The file broke its reader; its text could not be read.' },
};

/** Opens the extractor. Children start with the first jobs, stay warm, and are replaced when they die. */
export function openTextExtractor(options: TextExtractorOptions = {}): TextExtractor {
  const limits = {
    timeLimitMs: options.timeLimitMs ?? 30_000,
    heapMb: options.heapMb ?? 512,
    memoryMb: options.memoryMb ?? 1_024,
  };
  const maxTextLength = options.maxTextLength ?? 5_000_000;
  const pool = openPool(options.workers ?? 2, () => startExtractionProcess(options.childPath ?? ownChildPath, limits));
  return {
    async extractText(file) {
      const outcome = await pool.run({ kind: 'file', file, maxTextLength });
      if (outcome.kind !== 'answered') return { ...failures[outcome.kind], sections: [], truncated: false };
      if (outcome.answer.kind === 'file') return outcome.answer.extraction;
      return { ...failures.died, sections: [], truncated: false };
    },
    async htmlToText(page) {
      const outcome = await pool.run({ kind: 'page', page });
      return outcome.kind === 'answered' && outcome.answer.kind === 'page' ? outcome.answer.page : null;
    },
    close: () => pool.close(),
  };
}

function openPool(workers: number, start: () => ExtractionProcess) {
  const idle: ExtractionProcess[] = [];
  const living = new Set<ExtractionProcess>();
  const waiting: (() => void)[] = [];
  let free = workers;
  let closed = false;

  async function run(job: ExtractionJob): Promise<Outcome> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      const outcome: Outcome = closed ? { kind: 'died' } : await runIn(take(), job);
      // Its child's end says nothing about the file.
      if (closed && outcome.kind !== 'answered') throw new Error('The text extractor is closed');
      return outcome;
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
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

  async function runIn(process: ExtractionProcess, job: ExtractionJob): Promise<Outcome> {
    const outcome = await process.run(job);
    if (outcome.kind === 'answered' && process.jobs() < jobsPerChild) idle.push(process);
    else await retire(process);
    return outcome;
  }

  async function retire(process: ExtractionProcess): Promise<void> {
    await process.kill();
    living.delete(process);
    if (closed) return;
    const fresh = start();
    living.add(fresh);
    idle.push(fresh);
  }

  async function close(): Promise<void> {
    closed = true;
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
