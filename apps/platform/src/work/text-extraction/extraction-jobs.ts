import type { Extraction, SourceFile } from './text/extraction.ts';
import type { WebPage, WebPageText } from './text/html-to-text.ts';

/** What a child process is asked to do. */
export type ExtractionJob = { kind: 'file'; file: SourceFile; maxTextLength: number } | { kind: 'page'; page: WebPage };

/** What it answers; a page that could not be read has no text. */
export type ExtractionAnswer = { kind: 'file'; extraction: Extraction } | { kind: 'page'; page: WebPageText | null };

/** Reads an answer off the channel; anything else is `null`. */
export function readAnswer(message: unknown): ExtractionAnswer | null {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return null;
  return message.kind === 'file' || message.kind === 'page' ? (message as ExtractionAnswer) : null;
}
