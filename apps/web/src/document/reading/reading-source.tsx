import type { DeliverableSource } from '@ecp/contract/work/sources';
import { Link } from '@tanstack/react-router';
import { BookOpen, Download, FileText, NotebookText, Table2 } from 'lucide-react';
import { type RefObject, useContext, useEffect, useMemo } from 'react';
import { api } from '../../base/api/client.ts';
import { Button, buttonStyle } from '../../base/ui/buttons.tsx';
import { stickyPx } from '../../base/ui/layout/sticky-bar.ts';
import { useDownload } from '../../shared/attachments/files.tsx';
import type { SourceLoader } from '../../shared/citations/cited-sources.ts';
import { SourceViewer } from '../../shared/citations/source-viewer.tsx';
import { sourceTexts } from '../../shared/citations/texts.ts';
import type { NumberedCitation } from './citations/citation-index.ts';
import { clearHighlight, markInText } from './citations/show-in-text.ts';
import { ReadingContext } from './reading-context.ts';

interface ReadingSourceProps {
  footnote: string;
  onShow: (footnote: string) => void;
  onClose: () => void;
  article: RefObject<HTMLElement | null>;
}

/**
 * Shows the source of a footnote of the version that is read, and marks its sentence in the text.
 */
export function ReadingSource({ footnote, onShow, onClose, article }: ReadingSourceProps) {
  const { engagementId, filename, version, citations } = useContext(ReadingContext);
  const loader = useMemo(
    () => teamSources(engagementId, filename, version),
    [engagementId, filename, version],
  );
  const citation = citations.find((one) => one.footnote?.toLowerCase() === footnote.toLowerCase());
  useShownCitation(article, citation);
  const footnotes = useMemo(() => listFootnotes(citations), [citations]);
  return (
    <SourceViewer
      loader={loader}
      footnote={footnote}
      footnotes={footnotes}
      onShow={onShow}
      onClose={onClose}
      actions={(source) => <TeamLinks citation={citation} source={source} />}
    />
  );
}

function listFootnotes(citations: readonly NumberedCitation[]) {
  const numbers = new Map(citations.map(({ footnote, number }) => [footnote, number]));
  return [...numbers]
    .flatMap(([label, number]) => (label === null || number === null ? [] : [{ label, number }]))
    .toSorted((one, other) => Number(one.number) - Number(other.number));
}

const texts = sourceTexts.links;
const style = buttonStyle('quiet', 'small');
const iconStyle = 'size-3.5';

function teamSources(
  engagementId: string,
  filename: string,
  version: number,
): SourceLoader<DeliverableSource> {
  const of = (footnote: string) => ({ id: engagementId, filename, footnote, version });
  return {
    key: ['sources', engagementId, filename, version],
    load: (footnote, signal) => api.getDeliverableSource(of(footnote), { signal }),
    async loadPdf(footnote, signal) {
      return (await api.getDeliverableSourceFile(of(footnote), { signal })).blob();
    },
  };
}

interface TeamLinksProps {
  citation: NumberedCitation | undefined;
  source: DeliverableSource;
}

/**
 * Leads the team from a source to where it is had whole: its file, page, table, document or brief.
 */
function TeamLinks({ citation, source }: TeamLinksProps) {
  const { engagementId, filename, version } = useContext(ReadingContext);
  const { attachmentId, pageId, queryId, tableId, range, document, quote, passage } = source;
  const words = quote ?? passage;
  const inData = queryId !== null ? { query: queryId } : tableId !== null && { table: tableId };
  const row = range?.citedRow ?? null;
  return (
    <>
      {attachmentId !== null && (
        <DownloadFile engagementId={engagementId} attachmentId={attachmentId} />
      )}
      {pageId !== null && (
        <Link
          to="/engagements/$engagementId/research/$pageId"
          params={{ engagementId, pageId }}
          search={
            citation
              ? { document: filename, version: `${version}`, citation: `${citation.index}` }
              : {}
          }
          className={style}
        >
          <BookOpen aria-hidden className={iconStyle} />
          {texts.page}
        </Link>
      )}
      {inData && (
        <Link
          to="/engagements/$engagementId/data"
          params={{ engagementId }}
          search={row === null ? inData : { ...inData, row }}
          className={style}
        >
          <Table2 aria-hidden className={iconStyle} />
          {texts.table}
        </Link>
      )}
      {document !== null && (
        <Link
          to="/engagements/$engagementId/deliverables/$filename"
          params={{ engagementId, filename: document }}
          search={words === null ? {} : { words }}
          className={style}
        >
          <FileText aria-hidden className={iconStyle} />
          {texts.document}
        </Link>
      )}
      {citation?.source.kind === 'brief' && (
        <Link to="/engagements/$engagementId" params={{ engagementId }} className={style}>
          <NotebookText aria-hidden className={iconStyle} />
          {texts.brief}
        </Link>
      )}
    </>
  );
}

function DownloadFile({
  engagementId,
  attachmentId,
}: {
  engagementId: string;
  attachmentId: string;
}) {
  const download = useDownload(engagementId);
  return (
    <Button
      kind="quiet"
      size="small"
      busy={download.isPending}
      onClick={() => download.mutate(attachmentId)}
    >
      {!download.isPending && <Download aria-hidden className={iconStyle} />}
      {texts.download}
    </Button>
  );
}

/** Pixels between a sentence and the bars at the edges of the window. */
const roomPx = 16;

/**
 * Marks the sentence of a citation while its source is shown. The page scrolls only if it is out of
 * view.
 */
function useShownCitation(
  article: RefObject<HTMLElement | null>,
  citation: NumberedCitation | undefined,
): void {
  useEffect(() => {
    const target = article.current && citation && markInText(article.current, citation);
    if (!target) return undefined;
    // The viewer reports its height within a frame, and with it how much of the window is left to
    // the text.
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => showBetweenBars(target)));
    return () => {
      cancelAnimationFrame(frame);
      clearHighlight();
    };
  }, [article, citation]);
}

function showBetweenBars(target: HTMLElement): void {
  const { top, bottom } = target.getBoundingClientRect();
  const [from, to] = [stickyPx('top') + roomPx, innerHeight - stickyPx('bottom') - roomPx];
  if (top < from || bottom > to) scrollBy({ top: (top + bottom - from - to) / 2 });
}
