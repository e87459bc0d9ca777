import { citationMarkText } from '@ecp/contract/values/citation-counts';
import { Square, SquareCheckBig, TriangleAlert } from 'lucide-react';
import { type ComponentProps, useContext } from 'react';
import type { Components, ExtraProps } from 'react-markdown';
import { readingTexts } from '../../texts/en/reading.ts';
import { NamedScrollBox } from '../../ui/layout/named-scroll-box.tsx';
import { decodeLabel } from './decode-label.ts';
import { type ElementNode, readText, walkElements } from './document-tree.ts';
import { OutsideLink, TextLink } from './markdown-links.tsx';
import { MarkdownContext } from './markdown-options.ts';
import { isOwnAddress } from './own-address.ts';

const texts = readingTexts.markdown;

type PartProps<K extends keyof React.JSX.IntrinsicElements> = ComponentProps<K> & ExtraProps;

/**
 * Documents load no images. An image of another origin would reveal the reader to its server, so it becomes a link. An
 * image of our own origin would send a request in the reader's name, so only its alternative text is shown.
 */
function Picture({ src, alt = '' }: PartProps<'img'>) {
  if (typeof src !== 'string' || src === '' || !URL.canParse(src, location.origin)) return <span>{alt}</span>;
  const address = new URL(src, location.origin);
  if (isOwnAddress(address.href)) return <span>{alt || texts.picture}</span>;
  return <OutsideLink href={address.href}>{alt || texts.picture}</OutsideLink>;
}

/** A paragraph. An image that the page draws stands in its place. */
function Paragraph({ children, node }: PartProps<'p'>) {
  const { renderPicture } = useContext(MarkdownContext);
  const [only, ...others] = node?.children ?? [];
  const isPicture = only?.type === 'element' && only.tagName === 'img' && others.length === 0;
  const { src, alt } = isPicture ? only.properties : {};
  const drawn = typeof src === 'string' ? renderPicture?.(src, String(alt ?? '')) : undefined;
  return drawn ?? <p>{children}</p>;
}

function Checkbox({ checked }: PartProps<'input'>) {
  const Icon = checked ? SquareCheckBig : Square;
  return <Icon role="img" aria-label={checked ? texts.taskDone : texts.taskOpen} className="checkbox" />;
}

/** Bold text. The note that the citation check adds after a failed citation becomes a mark. */
function Strong({ children, node }: PartProps<'strong'>) {
  const { renderMark } = useContext(MarkdownContext);
  const [, reason] = citationMarkText.exec(node ? readText(node) : '') ?? [];
  if (reason === undefined) return <strong>{children}</strong>;
  const offset = node?.position?.start.offset;
  if (renderMark && offset !== undefined) return renderMark({ reason, offset });
  return (
    <mark className="unverified">
      <TriangleAlert aria-hidden />
      {texts.notVerified(reason)}
    </mark>
  );
}

/** Renders the mark that a page puts behind the words of a place (`markPlaces`). */
function PlaceMark({ children, node }: PartProps<'span'>) {
  const { renderPlace } = useContext(MarkdownContext);
  const key = node?.properties['dataPlace'];
  return key === undefined ? <span>{children}</span> : renderPlace?.(Number(key));
}

/** An item of a list. A footnote may end with a note of the page. */
function Item({ children, node, id, className }: PartProps<'li'>) {
  const { idPrefix, renderFootnoteNote } = useContext(MarkdownContext);
  const before = `${idPrefix}fn-`;
  const isFootnote = node?.tagName === 'li' && id?.startsWith(before) === true;
  return (
    <li id={id} className={className}>
      {children}
      {isFootnote && renderFootnoteNote?.(decodeLabel(id.slice(before.length)))}
    </li>
  );
}

/** A block of code, or the chart that it describes. */
function CodeBlock({ children, node }: PartProps<'pre'>) {
  const { renderChart } = useContext(MarkdownContext);
  const source = node && readChartSource(node);
  const chart = source === undefined ? undefined : renderChart?.(source);
  if (chart !== undefined) return chart;
  return (
    <NamedScrollBox label={texts.code} className="code-box">
      <pre>{children}</pre>
    </NamedScrollBox>
  );
}

/** Returns the text of a block whose language is `chart`. */
function readChartSource(pre: ElementNode): string | undefined {
  const [code] = [...walkElements(pre)];
  const names = code?.properties['className'];
  return code && Array.isArray(names) && names.includes('language-chart') ? readText(code) : undefined;
}

/** Renders the parts of a text for which plain elements do not suffice. */
export const markdownParts: Components = {
  a: TextLink,
  img: Picture,
  input: Checkbox,
  strong: Strong,
  span: PlaceMark,
  li: Item,
  p: Paragraph,
  table: ({ children }) => (
    <NamedScrollBox label={texts.table} className="table-box">
      <table>{children}</table>
    </NamedScrollBox>
  ),
  pre: CodeBlock,
};
