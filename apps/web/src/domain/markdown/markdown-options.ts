import { createContext, type ReactNode } from 'react';

/** One reference to a footnote in a text. */
export interface FootnoteCall {
  /** The label in `[^label]`, in lower case. */
  label: string;
  /** The number that readers see. */
  number: string;
  /** Position among the references to this footnote, from 1. */
  occurrence: number;
  /** Ids of the reference and of the footnote. */
  id: string;
  footnoteId: string;
}

/** How a page may change the parts of a text. */
export interface MarkdownOptions {
  /** Renders a reference to a footnote; by default a link. */
  renderCall?: ((call: FootnoteCall) => ReactNode) | undefined;
  /**
   * Renders a mark of the citation check, such as “not verified”, `offset` characters into the text; by default plain.
   */
  renderMark?: ((mark: { reason: string; offset: number }) => ReactNode) | undefined;
  /** Renders what follows the words of a place; by default nothing. */
  renderPlace?: ((key: number) => ReactNode) | undefined;
  /** Renders a note at the end of the footnote with this label; by default nothing. */
  renderFootnoteNote?: ((label: string) => ReactNode) | undefined;
  /**
   * Renders the chart of a block `chart` by its text; by default, and where it returns undefined, the block is code.
   */
  renderChart?: ((source: string) => ReactNode | undefined) | undefined;
  /** Renders an image by its address and text, alone in its paragraph; by default and for undefined, its text. */
  renderPicture?: ((src: string, alt: string) => ReactNode | undefined) | undefined;
  /** Resolves a relative link, such as one to a neighbouring document; by default it is plain text. */
  resolveLink?: ((href: string) => string | undefined) | undefined;
}

/** The options, for the parts of a text. `idPrefix` keeps the ids of several texts on one page distinct. */
export const MarkdownContext = createContext<MarkdownOptions & { idPrefix: string }>({ idPrefix: '' });
