import { ArrowUpRight, CornerDownLeft, Square, SquareCheckBig, TriangleAlert } from 'lucide-react';
import { type ComponentProps, createContext, type ReactNode, useContext } from 'react';
import type { Components, ExtraProps } from 'react-markdown';
import { readingTexts } from '../../texts/en/reading.ts';
import { decodeLabel } from './decode-label.ts';
import { readText } from './document-tree.ts';
import { NamedScrollBox } from './named-scroll-box.tsx';

const texts = readingTexts.markdown;

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

export const MarkdownContext = createContext<MarkdownOptions & { idPrefix: string }>({ idPrefix: '' });

type PartProps<K extends keyof React.JSX.IntrinsicElements> = ComponentProps<K> & ExtraProps;

function TextLink({ href = '', id, children, node }: PartProps<'a'>) {
  const { idPrefix, resolveLink } = useContext(MarkdownContext);
  const { dataFootnoteRef, dataFootnoteBackref } = node?.properties ?? {};
  if (dataFootnoteRef !== undefined) return <Call href={href} id={id ?? ''} number={node ? readText(node) : ''} />;
  if (dataFootnoteBackref !== undefined) {
    return (
      <a href={href} className="back">
        <CornerDownLeft role="img" aria-label={texts.backToText} />
      </a>
    );
  }
  if (href.startsWith('#')) return <a href={`#${idPrefix}section-${href.slice(1)}`}>{children}</a>;
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
  const call: FootnoteCall = { label: decodeLabel(encoded), number, occurrence: Number(again || 1), id, footnoteId };
  if (renderCall) return renderCall(call);
  return (
    <a href={href} id={id} aria-label={texts.footnote(number)} className="call">
      {number}
    </a>
  );
}

/**
 * Documents bring no pictures along: a picture of another origin would tell somebody else who reads, and one of the own
 * would ask the service for something in the reader's name. The former is a link, the latter its words.
 */
function Picture({ src, alt = '' }: PartProps<'img'>) {
  if (typeof src !== 'string' || src === '' || !URL.canParse(src, location.origin)) return <span>{alt}</span>;
  const address = new URL(src, location.origin);
  if (address.origin === location.origin) return <span>{alt || texts.picture}</span>;
  return <OutsideLink href={address.href}>{alt || texts.picture}</OutsideLink>;
}

function Checkbox({ checked }: PartProps<'input'>) {
  const Icon = checked ? SquareCheckBig : Square;
  return <Icon role="img" aria-label={checked ? texts.taskDone : texts.taskOpen} className="checkbox" />;
}

const failure = /^\[not verified: (.*)\]$/s;

/** Strong words; those that the check of citations has put behind one that failed are a mark. */
function Strong({ children, node }: PartProps<'strong'>) {
  const { renderMark } = useContext(MarkdownContext);
  const [, reason] = failure.exec(node ? readText(node) : '') ?? [];
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

/** How the parts of a text are shown where plain elements would not do. */
export const markdownParts: Components = {
  a: TextLink,
  img: Picture,
  input: Checkbox,
  strong: Strong,
  table: ({ children }) => (
    <NamedScrollBox label={texts.table} className="table-box">
      <table>{children}</table>
    </NamedScrollBox>
  ),
  pre: ({ children }) => (
    <NamedScrollBox label={texts.code} className="code-box">
      <pre>{children}</pre>
    </NamedScrollBox>
  ),
};
