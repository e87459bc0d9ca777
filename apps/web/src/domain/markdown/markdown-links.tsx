import { ArrowUpRight, CornerDownLeft } from 'lucide-react';
import { type ComponentProps, type ReactNode, useContext } from 'react';
import type { ExtraProps } from 'react-markdown';
import { readingTexts } from '../../texts/en/reading.ts';
import { decodeLabel } from './decode-label.ts';
import { readText } from './document-tree.ts';
import { type FootnoteCall, MarkdownContext } from './markdown-options.ts';
import { isOwnAddress } from './own-address.ts';

const texts = readingTexts.markdown;

/** Links to a footnote and back, a section, another document or another site. Any other link is shown as plain text. */
export function TextLink({ href = '', id, children, node }: ComponentProps<'a'> & ExtraProps) {
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
  if (isOwnAddress(href)) return <span>{children}</span>;
  if (/^(https?|mailto):/i.test(href)) return <OutsideLink href={href}>{children}</OutsideLink>;
  const inside = href === '' ? undefined : resolveLink?.(href);
  return inside === undefined ? <span>{children}</span> : <a href={inside}>{children}</a>;
}

/** A link to another origin, marked as such. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
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
