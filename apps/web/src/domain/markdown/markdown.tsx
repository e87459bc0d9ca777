import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { memo, useMemo } from 'react';
import ReactMarkdown from 'react-markdown';
import { readingTexts } from '../../texts/en/reading.ts';
import { classNames } from '../../ui/class-names.ts';
import { alignFigures } from './align-figures.ts';
import { type ElementNode, type ParentNode, walkElements } from './document-tree.ts';
import { markPlaces, type Place } from './mark-places.ts';
import { MarkdownContext, type MarkdownOptions } from './markdown-options.ts';
import { markdownParts } from './markdown-parts.tsx';
import { nameSections } from './name-sections.ts';
import './prose.css';

interface MarkdownProps extends MarkdownOptions {
  text: string;
  /** Words behind which `renderPlace` renders something. A new list parses the text again. */
  places?: readonly Place[] | undefined;
  /** Prefix of every id; required where a page shows several texts. */
  idPrefix?: string;
  /** Level of the text's highest headings: 2 below the title of a page. */
  topLevel?: number;
  /** `compact` for texts inside cards and dialogs. */
  size?: 'reading' | 'compact';
  className?: string | undefined;
}

const remarkPlugins = [readGfm];
const noPlaces: readonly Place[] = [];

/**
 * Renders GitHub's markdown for reading: tables scroll in their own boxes, headings have ids and levels without gaps,
 * and external links are marked. HTML is shown as text, never rendered, and nothing is loaded from other origins. The
 * text is parsed again only when a prop changes, so wrap functions in `useCallback`.
 */
export const Markdown = memo(function Markdown(props: MarkdownProps) {
  const { text, places = noPlaces, idPrefix = '', topLevel = 2, size = 'reading', className } = props;
  const { renderCall, renderMark, renderPlace, renderFootnoteNote, renderChart, renderPicture, resolveLink } = props;
  const options = useMemo(
    () => ({
      ...{ idPrefix, renderCall, renderMark, renderPlace, renderFootnoteNote },
      ...{ renderChart, renderPicture, resolveLink },
    }),
    [idPrefix, renderCall, renderMark, renderPlace, renderFootnoteNote, renderChart, renderPicture, resolveLink],
  );
  const parsed = useMemo(
    () => (
      <ReactMarkdown
        components={markdownParts}
        remarkPlugins={remarkPlugins}
        rehypePlugins={[[nameSections, { idPrefix, topLevel }], alignFigures, partCalls, [markPlaces, { places }]]}
        remarkRehypeOptions={{
          clobberPrefix: idPrefix,
          footnoteLabel: readingTexts.markdown.footnotes,
          footnoteLabelProperties: {},
        }}
      >
        {text}
      </ReactMarkdown>
    ),
    [text, places, idPrefix, topLevel],
  );
  return (
    <MarkdownContext value={options}>
      <div dir="auto" className={classNames('prose', size === 'compact' && 'prose-compact', className)}>
        {parsed}
      </div>
    </MarkdownContext>
  );
});

/** Marks each footnote's number that follows another one at once: two numbers in a row would read as one. */
function partCalls() {
  return (tree: ParentNode): void => {
    for (const { children } of walkElements(tree)) {
      for (const [index, node] of children.entries()) {
        const before = children[index - 1];
        if (before && isCall(before) && isCall(node)) node.properties['className'] = ['next-call'];
      }
    }
  };
}

function isCall(node: ElementNode['children'][number]): node is ElementNode {
  if (node.type !== 'element' || node.tagName !== 'sup') return false;
  const [link] = node.children;
  return link?.type === 'element' && link.properties['dataFootnoteRef'] !== undefined;
}

/** Extensions of the markdown parser. */
interface ParserData {
  micromarkExtensions?: unknown[];
  fromMarkdownExtensions?: unknown[];
}

/** Parses GitHub’s markdown: tables, footnotes and task lists. `remark-gfm` would also load the code that writes it. */
function readGfm(this: { data(): object }): void {
  const data: ParserData = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), gfm()];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), gfmFromMarkdown()];
}
