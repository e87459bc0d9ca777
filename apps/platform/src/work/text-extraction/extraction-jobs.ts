import type { Extraction, SourceFile } from './text/extraction.ts';
import type { WebPage, WebPageText } from './text/html-to-text.ts';

/** How much of a file is read. Formats that are read part by part keep what was read within the limits. */
export interface ReadingLimits {
  /** Number of characters of text. */
  textLength: number;
  /** Elapsed time in milliseconds, however busy the machine is. */
  timeMs: number;
}

/** A job for a child process. */
export type ExtractionJob = { kind: 'file'; file: SourceFile; limits: ReadingLimits } | { kind: 'page'; page: WebPage };

/** The answer to a job. The page is null when it could not be read. */
export type ExtractionAnswer = { kind: 'file'; extraction: Extraction } | { kind: 'page'; page: WebPageText | null };

/** The message that a child sends once, when it can take its first job. */
export const readyMessage = { kind: 'ready' };

/** Reads an answer from a message of the channel; returns null for anything else. */
export function readExtractionAnswer(message: unknown): ExtractionAnswer | null {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return null;
  return message.kind === 'file' || message.kind === 'page' ? (message as ExtractionAnswer) : null;
}
