import { createContext, type ReactNode } from 'react';

/** One call of a footnote in a text. */
export interface FootnoteCall {
  /** As in `[^label]`, in lower case. */
  label: string;
  /** The number that readers see. */
  number: string;
  /** Which call of this footnote it is, from 1. */
  occurrence: number;
  /** Id of the call and of the footnote. */
  id: string;
  footnoteId: string;
}

/** What a page may decide about the parts of a text. */
export interface MarkdownOptions {
  /** Shows the call of a footnote; a link to it without. */
  renderCall?: ((call: FootnoteCall) => ReactNode) | undefined;
  /** Shows what the check of citations has marked as not verified, `offset` characters into the text; a mark without. */
  renderMark?: ((mark: { reason: string; offset: number }) => ReactNode) | undefined;
  /** Where a link without an origin leads, such as one to a neighbouring document; plain words without. */
  resolveLink?: ((href: string) => string | undefined) | undefined;
}

/** What the parts of a text are told; `idPrefix` keeps the ids of several texts of a page apart. */
export const MarkdownContext = createContext<MarkdownOptions & { idPrefix: string }>({ idPrefix: '' });
