import './prose.css';
import { readTree } from '@ecp/markdown/syntax/read-tree';
import { ArrowUpRight, CornerDownLeft, Square, SquareCheckBig } from 'lucide-react';
import {
  type ComponentProps,
  createContext,
  memo,
  type ReactNode,
  useContext,
  useMemo,
} from 'react';
import type { Components, ExtraProps } from 'react-markdown';
import ReactMarkdown from 'react-markdown';
import { readingTexts } from '../../base/texts/reading.ts';
import { classNames } from '../../base/ui/class-names.ts';
import { NamedScrollBox } from '../../base/ui/layout/table.tsx';
import {
  alignFigures,
  type ElementNode,
  markPlaces,
  nameSections,
  type ParentNode,
  type Place,
  readText,
  walkElements,
} from './document-tree.ts';

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

interface MarkdownOptions {
  /** Renders a reference to a footnote; by default a link. */
  renderCall?: ((call: FootnoteCall) => ReactNode) | undefined;
  /** Renders what follows the words of a place; by default nothing. */
  renderPlace?: ((key: number) => ReactNode) | undefined;
  /** Renders a note at the end of the footnote with this label; by default nothing. */
  renderFootnoteNote?: ((label: string) => ReactNode) | undefined;
  /**
   * Renders the chart of a block `chart` by its text; where it returns undefined, the block is
   * code.
   */
  renderChart?: ((source: string) => ReactNode | undefined) | undefined;
  /**
   * Renders an image by its address and text, alone in its paragraph; by default and for undefined,
   * its text.
   */
  renderPicture?: ((src: string, alt: string) => ReactNode | undefined) | undefined;
  /**
   * Resolves a relative link, such as one to a neighbouring document; by default it is plain text.
   */
  resolveLink?: ((href: string) => string | undefined) | undefined;
}

/**
 * The options, for the parts of a text. `idPrefix` keeps the ids of several texts on one page
 * distinct.
 */
const MarkdownContext = createContext<MarkdownOptions & { idPrefix: string }>({ idPrefix: '' });

const texts = readingTexts.markdown;

/**
 * Links to a footnote and back, a section, another document or another site. Any other link is
 * shown as plain text.
 */
function TextLink({ href = '', id, children, node }: ComponentProps<'a'> & ExtraProps) {
  const { idPrefix, resolveLink } = useContext(MarkdownContext);
  const { dataFootnoteRef, dataFootnoteBackref } = node?.properties ?? {};
  if (dataFootnoteRef !== undefined)
    return <Call href={href} id={id ?? ''} number={node ? readText(node) : ''} />;
  if (dataFootnoteBackref !== undefined) {
    return (
      <a href={href} className="back">
        <CornerDownLeft role="img" aria-label={texts.backToText} />
      </a>
    );
  }
  if (href.startsWith('#')) return <a href={`#${idPrefix}section-${href.slice(1)}`}>{children}</a>;
  if (isOwnAddress(href)) return <span>{children}</span>;
  if (/^(https?|mailto):/i.test(href)) return <OutsideLink href={href}>{children}</OutsideLink>;
  const inside = href === '' ? undefined : resolveLink?.(href);
  return inside === undefined ? <span>{children}</span> : <a href={inside}>{children}</a>;
}

function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
      <ArrowUpRight aria-hidden className="outside" />
      <span className="sr-only">{texts.outside}</span>
    </a>
  );
}

function Call({ href, id, number }: { href: string; id: string; number: string }) {
  const { idPrefix, renderCall } = useContext(MarkdownContext);
  const footnoteId = href.slice(1);
  const encoded = footnoteId.slice(`${idPrefix}fn-`.length);
  const again = id.slice(`${idPrefix}fnref-${encoded}-`.length);
  const call: FootnoteCall = {
    label: decodeLabel(encoded),
    number,
    occurrence: Number(again || 1),
    id,
    footnoteId,
  };
  if (renderCall) return renderCall(call);
  return (
    <a href={href} id={id} aria-label={texts.footnote(number)} className="call">
      {number}
    </a>
  );
}

/**
 * Whether an address belongs to this service. A document must not link there: for example, somebody
 * else's sign-in link would sign the reader in as that person. Schemes and ports are ignored,
 * because cookies ignore them.
 */
export function isOwnAddress(address: string): boolean {
  return (
    URL.canParse(address) && withoutDot(new URL(address).hostname) === withoutDot(location.hostname)
  );
}

/** A host name with a dot at its end is the same host. */
const withoutDot = (hostname: string) => hostname.replace(/\.$/, '');

/**
 * Decodes a part of an address. Returns it unchanged if it is not validly encoded, as an author's
 * label may be.
 */
export function decodeLabel(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type PartProps<K extends keyof React.JSX.IntrinsicElements> = ComponentProps<K> & ExtraProps;

/**
 * Documents load no images. An image of another origin would reveal the reader to its server, so it
 * becomes a link. An image of our own origin would send a request in the reader's name, so only its
 * alternative text is shown.
 */
function Picture({ src, alt = '' }: PartProps<'img'>) {
  if (typeof src !== 'string' || src === '' || !URL.canParse(src, location.origin))
    return <span>{alt}</span>;
  const address = new URL(src, location.origin);
  if (isOwnAddress(address.href)) return <span>{alt || texts.picture}</span>;
  return <OutsideLink href={address.href}>{alt || texts.picture}</OutsideLink>;
}

/** A paragraph, or the image that the page draws in its place. */
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
  return (
    <Icon role="img" aria-label={checked ? texts.taskDone : texts.taskOpen} className="checkbox" />
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
  return code && Array.isArray(names) && names.includes('language-chart')
    ? readText(code)
    : undefined;
}

const markdownParts: Components = {
  a: TextLink,
  img: Picture,
  input: Checkbox,
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

interface MarkdownProps extends MarkdownOptions {
  text: string;
  /** Words behind which `renderPlace` renders something. A new list parses the text again. */
  places?: readonly Place[] | undefined;
  idPrefix?: string;
  /** Level of the text's highest headings: 2 below the title of a page. */
  topLevel?: number;
  /** `compact` for texts inside cards and dialogs. */
  size?: 'reading' | 'compact';
  className?: string | undefined;
}

const remarkPlugins = [readMarkdown];
const noPlaces: readonly Place[] = [];

/**
 * Renders GitHub's markdown for reading: tables scroll in their own boxes, headings have ids and
 * levels without gaps, and external links are marked. HTML is shown as text, never rendered, and
 * nothing is loaded from other origins. The text is parsed again only when a prop changes, so wrap
 * functions in `useCallback`.
 */
export const Markdown = memo(function Markdown(props: MarkdownProps) {
  const {
    text,
    places = noPlaces,
    idPrefix = '',
    topLevel = 2,
    size = 'reading',
    className,
  } = props;
  const { renderCall, renderPlace, renderFootnoteNote, renderChart, renderPicture, resolveLink } =
    props;
  const options = useMemo(
    () => ({
      idPrefix,
      renderCall,
      renderPlace,
      renderFootnoteNote,
      renderChart,
      renderPicture,
      resolveLink,
    }),
    [
      idPrefix,
      renderCall,
      renderPlace,
      renderFootnoteNote,
      renderChart,
      renderPicture,
      resolveLink,
    ],
  );
  const parsed = useMemo(
    () => (
      <ReactMarkdown
        components={markdownParts}
        remarkPlugins={remarkPlugins}
        rehypePlugins={[
          [nameSections, { idPrefix, topLevel }],
          alignFigures,
          partCalls,
          [markPlaces, { places }],
        ]}
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
      <div
        dir="auto"
        className={classNames('prose', size === 'compact' && 'prose-compact', className)}
      >
        {parsed}
      </div>
    </MarkdownContext>
  );
});

/**
 * Marks each footnote's number that follows another one at once: two numbers in a row would read as
 * one.
 */
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

/**
 * Parses markdown as the whole product does. `remark-gfm` would also load the code that writes it.
 */
function readMarkdown(this: { parser?: unknown }): void {
  this.parser = (text: string) => readTree(text);
}
