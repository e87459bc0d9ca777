import { type RefObject, useCallback, useMemo } from 'react';
import { ClientChart } from '../../../domain/document-charts/client-chart.tsx';
import { Markdown } from '../../../domain/markdown/markdown.tsx';
import type { FootnoteCall } from '../../../domain/markdown/markdown-options.ts';
import { readDocument } from '../../../domain/markdown/read-document.ts';
import { readingTexts } from '../../../texts/en/reading.ts';
import { portalCharts, type SharedDocument } from '../portal-client.ts';
import { usePortal } from '../portal-context.ts';
import { CitedPageNote, CitedPages } from './cited-pages.tsx';
import { indexPages } from './index-pages.ts';
import { SourceCall } from './source-call.tsx';

interface DocumentTextProps {
  document: SharedDocument;
  article: RefObject<HTMLElement | null>;
  /** Opens the source of a footnote; undefined where the link permits none. */
  onSource: ((footnote: string) => void) | undefined;
}

/**
 * Renders the text of a shared document without its title, with charts, links to the other documents, and the archived
 * pages that it cites at the footnotes.
 */
export function DocumentText({ document, article, onSource }: DocumentTextProps) {
  const { token, view } = usePortal();
  const { filename, version, content, citedPages } = document;
  // A string, so that the text is not parsed again after each poll.
  const filenames = view.deliverables.map((one) => one.filename).join('\n');
  const charts = useMemo(() => portalCharts({ token, filename, version }), [token, filename, version]);
  const { body } = readDocument(content);
  const renderPicture = useCallback(
    (src: string, alt: string) => {
      const number = Number(/^charts\/(\d{1,3})$/.exec(src)?.[1] ?? 0);
      return number > 0 ? <ClientChart number={number} title={alt} loader={charts} /> : undefined;
    },
    [charts],
  );
  const { ofFootnote, places } = useMemo(() => indexPages(citedPages), [citedPages]);
  const resolveLink = useCallback(
    (href: string) =>
      filenames.split('\n').includes(href) ? `/portal/${token}?file=${encodeURIComponent(href)}` : undefined,
    [token, filenames],
  );
  const renderFootnoteNote = useCallback((label: string) => <CitedPages pages={ofFootnote(label)} />, [ofFootnote]);
  const renderCall = useCallback(
    (call: FootnoteCall) => onSource && <SourceCall call={call} onOpen={onSource} />,
    [onSource],
  );
  const renderPlace = useCallback(
    (key: number) => {
      const page = citedPages[key];
      return page && <CitedPageNote page={page} />;
    },
    [citedPages],
  );
  if (body.trim() === '') return <p className="text-muted">{readingTexts.page.empty}</p>;
  return (
    <article ref={article} aria-label={readingTexts.page.article}>
      <Markdown
        text={body}
        places={places}
        renderPlace={renderPlace}
        renderCall={onSource && renderCall}
        renderPicture={renderPicture}
        renderFootnoteNote={renderFootnoteNote}
        resolveLink={resolveLink}
      />
    </article>
  );
}
