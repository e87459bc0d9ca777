import type { Extraction, SourceFile } from './text/extraction.ts';
import type { WebPage, WebPageText } from './text/html-to-text.ts';

/** How much of a file is read. What was read until then is kept, where the format is read part by part. */
export interface ReadingLimits {
  /** Characters of text. */
  textLength: number;
  /** Time, however busy the machine is. */
  timeMs: number;
}

/** What a child process is asked to do. */
export type ExtractionJob = { kind: 'file'; file: SourceFile; limits: ReadingLimits } | { kind: 'page'; page: WebPage };

/** What it answers; a page that could not be read has no text. */
export type ExtractionAnswer = { kind: 'file'; extraction: Extraction } | { kind: 'page'; page: WebPageText | null };

/** What a child sends once, when it can take its first job. */
export const readyMessage = { kind: 'ready' };

/** Reads an answer off the channel; anything else is `null`. */
export function readExtractionAnswer(message: unknown): ExtractionAnswer | null {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return null;
  return message.kind === 'file' || message.kind === 'page' ? (message as ExtractionAnswer) : null;
}
