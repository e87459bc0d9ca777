import type { PageFacts } from '../text/page-facts.ts';

/** The content of a fetched page. */
export const pageKinds = ['html', 'text', 'pdf'] as const;
export type PageKind = (typeof pageKinds)[number];

/** A fetched page to read. */
export interface FetchedContent {
  kind: PageKind;
  bytes: Uint8Array;
  /** The charset of the Content-Type header. */
  charset: string | null;
  /** The final address. */
  url: string;
}

/** The readable text of a page, with what the page says about itself. Nothing of it is guessed. */
export interface PageText extends PageFacts {
  text: string;
  /** True if the page holds more than was read. */
  truncated: boolean;
  /** Absolute addresses of the page's links, each once. */
  links: string[];
}
