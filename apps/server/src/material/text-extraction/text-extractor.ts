import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import {
  type ChildAnswer,
  describeBundle,
  type JobBody,
  SandboxError,
  type SandboxErrorKind,
} from '@ecp/sandbox/child-program';
import type { Sandbox } from '@ecp/sandbox/sandbox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import {
  type Extraction,
  imageExtensions,
  imageLimits,
  type RenderedImages,
} from './extraction.ts';
import type { ExtractionJob } from './extraction-jobs.ts';
import type { RobotsQuestion } from './pages/check-robots.ts';
import type { WebPage, WebPageText } from './text/html-to-text.ts';
import { type FetchedContent, type PageText, pageLimits, tidy } from './text/page-facts.ts';

export interface LocalFile {
  path: string;
  /** Starts with the dot, in any case. */
  extension: string;
}

/** Reads untrusted files and pages in a sandbox, so that none can harm this process. */
export interface TextExtractor {
  /**
   * Reads a stored file; state and note tell of failures. Rejects with SandboxError `busy` or
   * `closed`.
   */
  extractText(tenantId: string, file: LocalFile): Promise<Extraction>;
  /**
   * Renders a file's images; null if that hangs or breaks. Rejects with SandboxError `busy` or
   * `closed`.
   */
  extractImages(tenantId: string, file: LocalFile): Promise<RenderedImages | null>;
  /**
   * Reads a page as markdown; null if its reader hangs or breaks. Rejects with SandboxError `busy`
   * or `closed`.
   */
  htmlToText(
    tenantId: string,
    page: WebPage,
  ): Promise<Pick<WebPageText, 'title' | 'text' | 'truncated'> | null>;
  /**
   * Reads a fetched page with its facts; null if its reader fails. Rejects with SandboxError `busy`
   * or `closed`.
   */
  readPage(tenantId: string, content: FetchedContent): Promise<PageText | null>;
  /** Tells whether a robots.txt allows an address. Rejects with SandboxError `busy` or `closed`. */
  isAllowedByRobots(
    tenantId: string,
    robots: Uint8Array,
    question: RobotsQuestion,
  ): Promise<boolean>;
}

/** Settings of the extractor. All but the sandbox have defaults. */
interface TextExtractorOptions {
  sandbox: Sandbox;
  /** Time limit for one file or page; the default is 30 s. */
  timeLimitMs?: number;
  /**
   * Processor time after which reading part by part stops and keeps its text; the default is 10 s.
   */
  cpuLimitMs?: number;
  /** Limits the characters of text taken from one file; the default is 5,000,000. */
  maxTextLength?: number;
  program?: typeof readingProgram;
}

/**
 * The part of the time limit after which reading part by part stops and keeps its text, before the
 * child is killed.
 */
const partForReading = 2 / 3;
/** Larger files count as long from the start. */
const shortSizeBytes = 1_048_576;
/** Larger files are not read at all, because most readers need the whole file in memory. */
const maxFileSizeBytes = 150 * 1_048_576;

type Failure = Exclude<SandboxErrorKind, 'busy' | 'closed'>;
const failures: Record<Failure, Pick<Extraction, 'state' | 'note'>> = {
  timeout: {
    state: 'timeout',
    note: 'Reading the file took too long; its text could not be read.',
  },
  memory: {
    state: 'too_large',
    note: 'Reading the file needs too much memory; its text could not be read.',
  },
  died: { state: 'failed', note: 'The file broke its reader; its text could not be read.' },
  failed: { state: 'failed', note: 'The file broke its reader; its text could not be read.' },
};
const tooLarge = {
  state: 'too_large',
  note: 'The file is too large for its text to be read.',
} as const;

const nothing = { sections: [], truncated: false, hasTextlessParts: false };

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
      return await sandbox.run(program, {
        tenantId,
        job,
        body,
        lane,
        sizeBytes,
        timeMs: timeLimitMs,
        isAwaited,
      });
    } catch (error) {
      if (!(error instanceof SandboxError) || error.kind === 'busy' || error.kind === 'closed')
        throw error;
      return error.kind;
    }
  }

  return {
    async extractText(tenantId, { path, extension }) {
      const { size: sizeBytes } = await stat(path);
      if (sizeBytes > maxFileSizeBytes) return { ...tooLarge, ...nothing };
      const limits = {
        textLength: maxTextLength,
        timeMs: timeLimitMs * partForReading,
        cpuMs: cpuLimitMs,
      };
      const body = { sizeBytes, open: () => createReadStream(path) };
      const answer = await ask(tenantId, { kind: 'file', extension, limits }, body, false);
      const extraction =
        typeof answer === 'string' ? null : readExtraction(answer.head, answer.body);
      const failure = failures[typeof answer === 'string' ? answer : 'died'];
      return extraction ?? { ...failure, ...nothing };
    },
    async extractImages(tenantId, { path, extension }) {
      const { size: sizeBytes } = await stat(path);
      const hasImages = imageExtensions.includes(extension.toLowerCase()) && sizeBytes > 0;
      if (!hasImages || sizeBytes > maxFileSizeBytes)
        return { images: [], left: 0, truncated: false };
      const job = { kind: 'images', extension, timeMs: timeLimitMs * partForReading } as const;
      const answer = await ask(
        tenantId,
        job,
        { sizeBytes, open: () => createReadStream(path) },
        false,
      );
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

const Text = Type.Union([Type.String(), Type.Null()]);
const ExtractionHead = Type.Object({
  state: Type.Enum(['extracted', 'empty', 'failed', 'encrypted', 'timeout', 'too_large']),
  note: Text,
  truncated: Type.Boolean(),
  hasTextlessParts: Type.Boolean(),
  sections: Type.Array(Type.Object({ location: Text, sizeBytes: Type.Integer({ minimum: 0 }) })),
});
const Edge = Type.Integer({ minimum: 1, maximum: imageLimits.edgePixels });
const ImagesHead = Type.Object({
  images: Type.Array(
    Type.Object({
      location: Text,
      width: Edge,
      height: Edge,
      sizeBytes: Type.Integer({ minimum: 1, maximum: imageLimits.imageBytes }),
    }),
    { maxItems: imageLimits.images },
  ),
  left: Type.Integer({ minimum: 0 }),
  truncated: Type.Boolean(),
});
const PageHead = Type.Object({ title: Text, truncated: Type.Boolean() });
const ContentHead = Type.Object({
  title: Text,
  author: Text,
  publishedOn: Type.Union([Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }), Type.Null()]),
  truncated: Type.Boolean(),
  links: Type.Array(Type.String({ maxLength: pageLimits.url }), { maxItems: pageLimits.links }),
});
const RobotsHead = Type.Object({ allowed: Type.Boolean() });

/**
 * Reads the extraction that a child has sent; null for anything else, because a file may have taken
 * the child over.
 */
function readExtraction(head: unknown, body: Buffer): Extraction | null {
  if (!Value.Check(ExtractionHead, head)) return null;
  let at = 0;
  const sections = head.sections.map(({ location, sizeBytes }) => {
    at += sizeBytes;
    return { location, text: body.toString('utf8', at - sizeBytes, at) };
  });
  const { state, note, truncated, hasTextlessParts } = head;
  return { state, note, truncated, hasTextlessParts, sections };
}

/**
 * Reads the page that a child has sent; null for one that could not be read, and for anything else.
 */
function readPage(
  head: unknown,
  body: Buffer,
): Pick<WebPageText, 'title' | 'text' | 'truncated'> | null {
  return Value.Check(PageHead, head)
    ? { title: head.title, truncated: head.truncated, text: body.toString() }
    : null;
}

/**
 * Reads the fetched page that a child has sent; null for one that could not be read, and for
 * anything else.
 */
function readContent(head: unknown, body: Buffer): PageText | null {
  if (!Value.Check(ContentHead, head)) return null;
  const { title, author, publishedOn, truncated, links } = head;
  const text = body.toString().slice(0, pageLimits.textLength);
  const facts = {
    title: tidy(title, pageLimits.title),
    author: tidy(author, pageLimits.author),
    publishedOn,
  };
  return { ...facts, truncated, links, text };
}

/** Reads whether a robots.txt allows an address; false for anything that a child must not send. */
function readRobotsAnswer(head: unknown): boolean {
  return Value.Check(RobotsHead, head) && head.allowed;
}

/** Reads the images that a child has sent; null for anything but JPEG within the limits. */
function readImages(head: unknown, body: Buffer): RenderedImages | null {
  if (!Value.Check(ImagesHead, head)) return null;
  let at = 0;
  const { left, truncated } = head;
  const images = head.images.map(({ sizeBytes, location, width, height }) => {
    at += sizeBytes;
    return { location, width, height, bytes: body.subarray(at - sizeBytes, at) };
  });
  const areJpegs = images.every(
    ({ bytes }) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff,
  );
  return areJpegs && at === body.length ? { images, left, truncated } : null;
}

/**
 * The program that reads untrusted files and pages. All of its parsers are JavaScript or
 * WebAssembly.
 */
export const readingProgram = describeBundle({
  name: 'reading',
  source: new URL('./child-main.ts', import.meta.url),
  reads: [],
  packages: ['@hyzyla/pdfium', '@silvia-odwyer/photon-node', 'officeparser', 'unpdf'],
  allowAddons: false,
  heapMb: 512,
  memoryMb: 1_024,
});
