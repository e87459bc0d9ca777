import { type RefObject, useCallback, useMemo } from 'react';
import { useDocumentCharts } from '../../domain/document-charts/use-document-charts.tsx';
import { Markdown } from '../../domain/markdown/markdown.tsx';
import { readDocument } from '../../domain/markdown/read-document.ts';
import { readingTexts } from '../../texts/en/reading.ts';
import { portalCharts } from './portal-client.ts';

interface DocumentTextProps {
  token: string;
  filename: string;
  version: number;
  content: string;
  /** Filenames of all shared documents, joined by line breaks. A text may link to the others by filename. */
  filenames: string;
  article: RefObject<HTMLElement | null>;
}

/** Renders the text of a shared document without its title. */
export function DocumentText({ token, filename, version, content, filenames, article }: DocumentTextProps) {
  const charts = useMemo(() => portalCharts({ token, filename, version }), [token, filename, version]);
  const { body } = readDocument(content);
  const renderChart = useDocumentCharts(body, charts);
  const resolveLink = useCallback(
    (href: string) =>
      filenames.split('\n').includes(href) ? `/portal/${token}?file=${encodeURIComponent(href)}` : undefined,
    [token, filenames],
  );
  if (body.trim() === '') return <p className="text-muted">{readingTexts.page.empty}</p>;
  return (
    <article ref={article} aria-label={readingTexts.page.article}>
      <Markdown text={body} renderChart={renderChart} resolveLink={resolveLink} />
    </article>
  );
}
