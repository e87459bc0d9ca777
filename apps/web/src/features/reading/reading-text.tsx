import { type RefObject, useCallback, useEffect, useMemo } from 'react';
import { deliverableCharts } from '../../domain/deliverables/queries.ts';
import { useDocumentCharts } from '../../domain/document-charts/use-document-charts.tsx';
import { decodeLabel } from '../../domain/markdown/decode-label.ts';
import { Markdown } from '../../domain/markdown/markdown.tsx';
import type { FootnoteCall } from '../../domain/markdown/markdown-options.ts';
import { readingTexts } from '../../texts/en/reading.ts';
import type { EvidenceControl } from './citations/evidence-control.ts';
import { EvidenceCall, EvidenceMark } from './citations/evidence-in-text.tsx';
import type { CitationIndex } from './citations/index-citations.ts';
import { clearHighlight } from './citations/show-in-text.ts';

interface ReadingTextProps {
  engagementId: string;
  filename: string;
  version: number;
  text: string;
  article: RefObject<HTMLElement | null>;
  control: EvidenceControl;
  /** Undefined until the citations have loaded. Until then footnotes are plain links. */
  citations: CitationIndex | undefined;
  /** Files of the engagement, which a text may link to by filename. */
  filenames: ReadonlySet<string>;
}

/** Renders the text with the evidence behind every footnote. */
export function ReadingText(props: ReadingTextProps) {
  const { engagementId, filename, version, text, article, control, citations, filenames } = props;
  const charts = useMemo(
    () => deliverableCharts({ engagementId, filename, version }),
    [engagementId, filename, version],
  );
  const renderChart = useDocumentCharts(text, charts);
  const renderCall = useCallback(
    (call: FootnoteCall) => <EvidenceCall control={control} call={call} citation={citations?.ofCall(call)} />,
    [control, citations],
  );
  const renderMark = useCallback(
    ({ reason, offset }: { reason: string; offset: number }) => (
      <EvidenceMark control={control} reason={reason} citation={citations?.ofMark(offset)} />
    ),
    [control, citations],
  );
  const names = [...filenames].join('\n');
  const resolveLink = useCallback(
    (href: string) =>
      names.split('\n').includes(href)
        ? `/engagements/${engagementId}/deliverables/${encodeURIComponent(href)}`
        : undefined,
    [engagementId, names],
  );
  useEffect(() => {
    findByHash(location.hash)?.scrollIntoView();
    return clearHighlight;
  }, []);
  if (text.trim() === '') return <p className="text-muted">{readingTexts.page.empty}</p>;
  return (
    <article ref={article} aria-label={readingTexts.page.article}>
      <Markdown
        text={text}
        renderCall={citations && renderCall}
        renderMark={renderMark}
        renderChart={renderChart}
        resolveLink={resolveLink}
      />
    </article>
  );
}

/** Finds the element for a URL fragment. Ids may have letters of any script; those of footnotes are encoded. */
function findByHash(hash: string): HTMLElement | null {
  const id = hash.slice(1);
  return document.getElementById(id) ?? document.getElementById(decodeLabel(id));
}
