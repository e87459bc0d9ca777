import { type RefObject, useCallback, useMemo } from 'react';
import { numberFootnotes } from '../../../domain/citations/number-footnotes.ts';
import { useDocumentCharts } from '../../../domain/document-charts/use-document-charts.tsx';
import { Markdown } from '../../../domain/markdown/markdown.tsx';
import type { FootnoteCall } from '../../../domain/markdown/markdown-options.ts';
import { readDocument } from '../../../domain/markdown/read-document.ts';
import { readingTexts } from '../../../texts/en/reading.ts';
import { portalCharts, type SharedDocument } from '../portal-client.ts';
import { usePortal } from '../portal-context.ts';
import { EvidenceNotes, PlaceNote } from './evidence-notes.tsx';
import { indexNotes } from './index-notes.ts';
import { SourceCall } from './source-call.tsx';

interface DocumentTextProps {
  document: SharedDocument;
  article: RefObject<HTMLElement | null>;
  /** Opens the source of a footnote; undefined where the link permits none. */
  onSource: ((footnote: string) => void) | undefined;
}

/**
 * Renders the text of a shared document without its title, with charts, links to the other documents, and notes on its
 * evidence at the footnotes.
 */
export function DocumentText({ document, article, onSource }: DocumentTextProps) {
  const { token, view } = usePortal();
  const { filename, version, content, evidenceNotes } = document;
  // A string, so that the text is not parsed again after each poll.
  const filenames = view.deliverables.map((one) => one.filename).join('\n');
  const charts = useMemo(() => portalCharts({ token, filename, version }), [token, filename, version]);
  const { body } = readDocument(content);
  const renderChart = useDocumentCharts(body, charts);
  const { ofFootnote, places } = useMemo(() => indexNotes(evidenceNotes), [evidenceNotes]);
  const numbers = useMemo(() => numberFootnotes(body), [body]);
  const resolveLink = useCallback(
    (href: string) =>
      filenames.split('\n').includes(href) ? `/portal/${token}?file=${encodeURIComponent(href)}` : undefined,
    [token, filenames],
  );
  const renderFootnoteNote = useCallback(
    (label: string) => <EvidenceNotes notes={ofFootnote(label)} numbers={numbers} />,
    [ofFootnote, numbers],
  );
  const renderCall = useCallback(
    (call: FootnoteCall) => onSource && <SourceCall call={call} onOpen={onSource} />,
    [onSource],
  );
  const renderPlace = useCallback((key: number) => <PlaceNote note={evidenceNotes[key]} />, [evidenceNotes]);
  if (body.trim() === '') return <p className="text-muted">{readingTexts.page.empty}</p>;
  return (
    <article ref={article} aria-label={readingTexts.page.article}>
      <Markdown
        text={body}
        places={places}
        renderPlace={renderPlace}
        renderCall={onSource && renderCall}
        renderChart={renderChart}
        renderFootnoteNote={renderFootnoteNote}
        resolveLink={resolveLink}
      />
    </article>
  );
}
