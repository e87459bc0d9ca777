import type { DeliverableSource } from '@ecp/contract/work/sources';
import { Link } from '@tanstack/react-router';
import { BookOpen, Download, FileText, NotebookText, Table2 } from 'lucide-react';
import { useContext } from 'react';
import { api } from '../../../api/client.ts';
import { useDownload } from '../../../domain/attachments/use-download.ts';
import type { NumberedCitation } from '../../../domain/citations/index-citations.ts';
import type { SourceLoader } from '../../../domain/source-viewer/source-loader.ts';
import { sourceTexts } from '../../../texts/en/documents/source.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { buttonStyle } from '../../../ui/buttons/button-style.ts';
import { ReadingContext } from '../origin/reading-context.ts';

const texts = sourceTexts.links;
const style = buttonStyle('quiet', 'small');
const iconStyle = 'size-3.5';

/** Loads what the footnotes of a version cite, for the team. */
export function teamSources(engagementId: string, filename: string, version: number): SourceLoader<DeliverableSource> {
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

/** Leads the team from a source to where it is had whole: its file, page, table, document or brief. */
export function TeamLinks({ citation, source }: TeamLinksProps) {
  const { engagementId, filename, version } = useContext(ReadingContext);
  const { attachmentId, pageId, queryId, tableId, range, document, quote, passage } = source;
  const words = quote ?? passage;
  const inData = queryId !== null ? { query: queryId } : tableId !== null && { table: tableId };
  const row = range?.citedRow ?? null;
  return (
    <>
      {attachmentId !== null && <DownloadFile engagementId={engagementId} attachmentId={attachmentId} />}
      {pageId !== null && (
        <Link
          to="/engagements/$engagementId/research/$pageId"
          params={{ engagementId, pageId }}
          search={citation ? { document: filename, version: `${version}`, citation: `${citation.index}` } : {}}
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

function DownloadFile({ engagementId, attachmentId }: { engagementId: string; attachmentId: string }) {
  const download = useDownload(engagementId);
  return (
    <Button kind="quiet" size="small" busy={download.isPending} onClick={() => download.mutate(attachmentId)}>
      {!download.isPending && <Download aria-hidden className={iconStyle} />}
      {texts.download}
    </Button>
  );
}
