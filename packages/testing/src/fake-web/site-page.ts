/** The hosts of the fake web. Each has a port of its own. */
export const publishers = ['operator', 'port', 'grid', 'press', 'ministry', 'yard'] as const;
export type Publisher = (typeof publishers)[number];

/** The form of a page's author and date: meta tags, JSON-LD, `<time>`, or none. */
export type MetadataForm = 'meta' | 'json-ld' | 'time' | 'none';

/** A page of the fake site. */
export interface SitePage {
  publisher: Publisher;
  /** Begins with a slash. A PDF's ends with `.pdf`. */
  path: string;
  title: string;
  author: string | null;
  /** YYYY-MM-DD. */
  date: string | null;
  form: MetadataForm;
  /**
   * Paragraphs between empty lines. A paragraph of lines with `|` is a table, one that begins with `## ` a heading.
   * `[words](publisher/path)` is a link to another page.
   */
  body: string;
  /** The body from the moment that the page has changed; null for a page that has disappeared by then. */
  later?: string | null;
}
