import { memo, useMemo } from 'react';
import ReactMarkdown from 'react-markdown';
import { readingTexts } from '../../texts/en/reading.ts';
import { classNames } from '../../ui/class-names.ts';
import { MarkdownContext, type MarkdownOptions } from './markdown-options.ts';
import { markdownParts } from './markdown-parts.tsx';
import { nameSections } from './name-sections.ts';
import { readGfm } from './read-gfm.ts';
import './prose.css';

interface MarkdownProps extends MarkdownOptions {
  text: string;
  /** Before every id; needed where a page shows several texts. */
  idPrefix?: string;
  /** Level of the text's highest headings; 2 below the title of a page. */
  topLevel?: number;
  /** `compact` for texts inside cards and dialogs. */
  size?: 'reading' | 'compact';
  className?: string | undefined;
}

const remarkPlugins = [readGfm];

/**
 * A text of GitHub's markdown, made to be read: tables scroll in their own boxes, headings have ids and levels without gaps,
 * and links say that they lead outside. HTML in it is shown as written, never rendered, and nothing is loaded from other
 * origins. It is parsed again only when `text` changes; give the functions by `useCallback`.
 */
export const Markdown = memo(function Markdown(props: MarkdownProps) {
  const { text, idPrefix = '', topLevel = 2, size = 'reading', className } = props;
  const { renderCall, renderMark, resolveLink } = props;
  const options = useMemo(
    () => ({ idPrefix, renderCall, renderMark, resolveLink }),
    [idPrefix, renderCall, renderMark, resolveLink],
  );
  const parsed = useMemo(
    () => (
      <ReactMarkdown
        components={markdownParts}
        remarkPlugins={remarkPlugins}
        rehypePlugins={[[nameSections, { idPrefix, topLevel }]]}
        remarkRehypeOptions={{
          clobberPrefix: idPrefix,
          footnoteLabel: readingTexts.markdown.footnotes,
          footnoteLabelProperties: {},
        }}
      >
        {text}
      </ReactMarkdown>
    ),
    [text, idPrefix, topLevel],
  );
  return (
    <MarkdownContext value={options}>
      <div dir="auto" className={classNames('prose', size === 'compact' && 'prose-compact', className)}>
        {parsed}
      </div>
    </MarkdownContext>
  );
});
