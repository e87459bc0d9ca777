import type { Extraction, RenderedImage, RenderedImages } from './extraction.ts';
import type { RobotsQuestion } from './pages/check-robots.ts';
import type { WebPage, WebPageText } from './text/html-to-text.ts';
import type { FetchedContent, PageText } from './text/page-facts.ts';

/**
 * How much of a file is read. Formats that are read part by part keep what was read within the
 * limits.
 */
export interface ReadingLimits {
  textLength: number;
  /** Elapsed time in milliseconds, however busy the machine is. */
  timeMs: number;
  /** Processor time for a file that is read part by part, in milliseconds. */
  cpuMs: number;
}

/** A job for a child process. The bytes of the file or page come with it. */
export type ExtractionJob =
  | { kind: 'file'; extension: string; limits: ReadingLimits }
  | { kind: 'images'; extension: string; timeMs: number }
  | ({ kind: 'page' } & Omit<WebPage, 'html'>)
  | { kind: 'content'; content: Omit<FetchedContent, 'bytes'> }
  | { kind: 'robots'; question: RobotsQuestion };

/**
 * The extraction of a file without its text. The texts of the sections follow as bytes, in this
 * order.
 */
export type ExtractionHead = Omit<Extraction, 'sections'> & {
  sections: { location: string | null; sizeBytes: number }[];
};

/** A page without its text, which follows as bytes; null for a page that could not be read. */
export type PageHead = Pick<WebPageText, 'title' | 'truncated'> | null;

/**
 * A fetched page without its text, which follows as bytes; null for a page that could not be read.
 */
export type ContentHead = Omit<PageText, 'text'> | null;

/** The answer of a robots.txt. */
export interface RobotsHead {
  allowed: boolean;
}

/** The images of a file without their bytes, which follow in this order. */
export type ImagesHead = Omit<RenderedImages, 'images'> & {
  images: (Omit<RenderedImage, 'bytes'> & { sizeBytes: number })[];
};
