import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ChildAnswer, JobBody } from '@ecp/sandbox/child-program';
import { SandboxError, type SandboxErrorKind } from '@ecp/sandbox/child-program';
import type { Sandbox } from '@ecp/sandbox/sandbox';
import type { ExtractionJob } from './extraction-jobs.ts';
import { imageExtensions, type RenderedImages } from './images/image-limits.ts';
import type { RobotsQuestion } from './pages/check-robots.ts';
import type { FetchedContent, PageText } from './pages/page-text.ts';
import { readContent, readExtraction, readImages, readPage, readRobotsAnswer } from './read-answer.ts';
import { readingProgram } from './reading-program.ts';
import type { Extraction } from './text/extraction.ts';
import type { WebPage, WebPageText } from './text/html-to-text.ts';

/** A stored file to read. */
export interface StoredFile {
  path: string;
  /** Starts with the dot, in any case. */
  extension: string;
}

/** Reads untrusted files and pages in a sandbox, so that none can harm this process. */
export interface TextExtractor {
  /**
   * Reads the text of a stored file. State and note say why a file cannot be read. Rejects with SandboxError `busy` or
   * `closed`; the file must be read later then.
   */
  extractText(tenantId: string, file: StoredFile): Promise<Extraction>;
  /**
   * Renders the images of a stored file for models that see: a picture, or the pages of a PDF without text. Returns
   * null when the file hangs, exhausts or breaks its reader. Rejects with SandboxError `busy` or `closed`.
   */
  extractImages(tenantId: string, file: StoredFile): Promise<RenderedImages | null>;
  /**
   * Reads a page as markdown with its title; null when the page hangs, exhausts or crashes its reader. Rejects with
   * SandboxError `busy` or `closed`.
   */
  htmlToText(tenantId: string, page: WebPage): Promise<Pick<WebPageText, 'title' | 'text' | 'truncated'> | null>;
  /**
   * Reads a fetched page with what it says about itself; null when it cannot be read or hangs, exhausts or crashes its
   * reader. Rejects with SandboxError `busy` or `closed`.
   */
  readPage(tenantId: string, content: FetchedContent): Promise<PageText | null>;
  /**
   * Tells whether a robots.txt allows an address; no if it hangs or breaks its reader. Rejects with SandboxError `busy`
   * or `closed`.
   */
  isAllowedByRobots(tenantId: string, robots: Uint8Array, question: RobotsQuestion): Promise<boolean>;
}

/** Settings of the extractor. All but the sandbox have defaults. */
export interface TextExtractorOptions {
  sandbox: Sandbox;
  /** Time limit for one file or page; the default is 30 s. */
  timeLimitMs?: number;
  /** Processor time after which reading part by part stops and keeps its text; the default is 10 s. */
  cpuLimitMs?: number;
  /** Most characters of text taken from one file; the default is 5,000,000. */
  maxTextLength?: number;
  /** The program of the children. */
  program?: typeof readingProgram;
}

/** The part of the time limit after which reading part by part stops and keeps its text, before the child is killed. */
const partForReading = 2 / 3;
/** Larger files count as long from the start. */
const shortSizeBytes = 1_048_576;
/** Larger files are not read at all, because most readers need the whole file in memory. */
const maxFileSizeBytes = 150 * 1_048_576;

type Failure = Exclude<SandboxErrorKind, 'busy' | 'closed'>;
const failures: Record<Failure, Pick<Extraction, 'state' | 'note'>> = {
  timeout: { state: 'timeout', note: 'Reading the file took too long; its text could not be read.' },
  memory: { state: 'too_large', note: 'Reading the file needs too much memory; its text could not be read.' },
  died: { state: 'unreadable', note: 'The file broke its reader; its text could not be read.' },
  failed: { state: 'unreadable', note: 'The file broke its reader; its text could not be read.' },
};
const tooLarge = { state: 'too_large', note: 'The file is too large for its text to be read.' } as const;

const nothing = { sections: [], truncated: false, hasTextlessParts: false };

/** Creates an extractor. */
export function createTextExtractor(options: TextExtractorOptions): TextExtractor {
  const { sandbox, program = readingProgram } = options;
  const { maxTextLength = 5_000_000, timeLimitMs = 30_000, cpuLimitMs = 10_000 } = options;

  /** Returns the answer of a child, or why there is none. */
  async function ask(
    tenantId: string,
    job: ExtractionJob,
    body: JobBody,
    isAwaited: boolean,
  ): Promise<ChildAnswer | Failure> {
    const sizeBytes = body instanceof Uint8Array ? body.length : body.sizeBytes;
    const lane = sizeBytes > shortSizeBytes ? 'long' : 'short';
    try {
      return await sandbox.run(program, { tenantId, job, body, lane, sizeBytes, timeMs: timeLimitMs, isAwaited });
    } catch (error) {
      if (!(error instanceof SandboxError) || error.kind === 'busy' || error.kind === 'closed') throw error;
      return error.kind;
    }
  }

  return {
    async extractText(tenantId, { path, extension }) {
      const { size: sizeBytes } = await stat(path);
      if (sizeBytes > maxFileSizeBytes) return { ...tooLarge, ...nothing };
      const limits = { textLength: maxTextLength, timeMs: timeLimitMs * partForReading, cpuMs: cpuLimitMs };
      const body = { sizeBytes, open: () => createReadStream(path) };
      const answer = await ask(tenantId, { kind: 'file', extension, limits }, body, false);
      const extraction = typeof answer === 'string' ? null : readExtraction(answer.head, answer.body);
      const failure = failures[typeof answer === 'string' ? answer : 'died'];
      return extraction ?? { ...failure, ...nothing };
    },
    async extractImages(tenantId, { path, extension }) {
      const { size: sizeBytes } = await stat(path);
      const hasImages = imageExtensions.includes(extension.toLowerCase()) && sizeBytes > 0;
      if (!hasImages || sizeBytes > maxFileSizeBytes) return { images: [], left: 0, truncated: false };
      const job = { kind: 'images', extension, timeMs: timeLimitMs * partForReading } as const;
      const answer = await ask(tenantId, job, { sizeBytes, open: () => createReadStream(path) }, false);
      return typeof answer === 'string' ? null : readImages(answer.head, answer.body);
    },
    async readPage(tenantId, { bytes, ...content }) {
      const answer = await ask(tenantId, { kind: 'content', content }, bytes, false);
      return typeof answer === 'string' ? null : readContent(answer.head, answer.body);
    },
    async isAllowedByRobots(tenantId, robots, question) {
      const answer = await ask(tenantId, { kind: 'robots', question }, robots, false);
      return typeof answer !== 'string' && readRobotsAnswer(answer.head);
    },
    async htmlToText(tenantId, { html, ...page }) {
      const answer = await ask(tenantId, { kind: 'page', ...page }, html, true);
      return typeof answer === 'string' ? null : readPage(answer.head, answer.body);
    },
  };
}

declare module '../../kernel/services.ts' {
  interface Services {
    textExtractor: TextExtractor;
  }
}
