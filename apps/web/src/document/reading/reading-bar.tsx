import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  Copy,
  Download,
  FileDown,
  Files,
  FileText,
  GitCompare,
  LoaderCircle,
  MessageSquare,
  PanelRight,
  Pencil,
  Presentation,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { api } from '../../base/api/client.ts';
import {
  type Deliverable,
  documentCommentsQuery,
  type FileProps,
  titleOf,
} from '../../base/api/document-queries.ts';
import { engagementQuery } from '../../base/api/engagement-queries.ts';
import { saveBlob, saveDownload } from '../../base/api/save-download.ts';
import { useSession } from '../../base/session/session.ts';
import { commonTexts } from '../../base/texts/common.ts';
import { engagementTexts } from '../../base/texts/engagements.ts';
import { readingTexts } from '../../base/texts/reading.ts';
import { buttonStyle, copyText, IconButton } from '../../base/ui/buttons.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../base/ui/dialogs/menu.tsx';
import { Breadcrumbs } from '../../base/ui/layout/page.tsx';
import { Skeleton } from '../../base/ui/states.tsx';
import { showDoneToast, showErrorToast } from '../../base/ui/toasts/show-toast.ts';
import { useClientDownload } from '../client-download.tsx';

interface ReadingBarProps {
  engagementId: string;
  filename: string;
  children?: ReactNode;
}

/** Shows the location and the actions. It sticks to the top edge. */
export function ReadingBar({ engagementId, filename, children }: ReadingBarProps) {
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const above = [
    <Link key="all" to="/engagements">
      {engagementTexts.title}
    </Link>,
    <Link key="engagement" to="/engagements/$engagementId" params={{ engagementId }}>
      {engagement?.name ?? readingTexts.page.engagement}
    </Link>,
    <Link key="files" to="/engagements/$engagementId/deliverables" params={{ engagementId }}>
      {readingTexts.page.deliverables}
    </Link>,
  ];
  return (
    <div className="flex h-12 items-center justify-between gap-4 border-b bg-surface px-4 md:px-8 print:hidden">
      <Breadcrumbs above={above} current={engagement && titleOf(filename, engagement)} isBar />
      {children}
    </div>
  );
}

const paragraphs = ['w-full', 'w-11/12', 'w-14/15', 'w-4/5'];

/** The reading view while its text loads. */
export function ReadingSkeleton(place: FileProps) {
  return (
    <>
      <ReadingBar {...place} />
      <div role="status" aria-label={commonTexts.loading} className="mx-auto max-w-170 px-4 py-10">
        <Skeleton className="mb-3 h-5.5 w-44" />
        <Skeleton className="mb-3 h-9 w-4/5" />
        <Skeleton className="mb-8 h-5 w-3/5" />
        {['one', 'two', 'three'].map((section) => (
          <div key={section} className="mb-10 flex flex-col gap-3">
            <Skeleton className="mb-2 h-6 w-2/5" />
            {paragraphs.map((width) => (
              <Skeleton key={width} className={`h-4 ${width}`} />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

const texts = readingTexts.actions;

interface ReadingActionsProps {
  deliverable: Deliverable;
  latest: number;
  panelOpen: boolean;
  onTogglePanel: () => void;
  /** Shows the comments; undefined for internal files, which have none. */
  onComments: (() => void) | undefined;
  /** Asks for a Word file that becomes the next version; undefined for those who may not write. */
  onImportWord: (() => void) | undefined;
}

function CommentsButton({
  deliverable,
  onOpen,
}: Pick<ReadingActionsProps, 'deliverable'> & { onOpen: () => void }) {
  const { engagementId, filename } = deliverable;
  const { data: comments = [] } = useQuery(documentCommentsQuery(engagementId, filename));
  const open = comments.filter(({ status }) => status === 'open').length;
  return (
    <button
      type="button"
      aria-label={open > 0 ? texts.openComments(open) : readingTexts.panel.comments}
      title={readingTexts.panel.comments}
      onClick={onOpen}
      className={buttonStyle('quiet', 'small', 'figures')}
    >
      <MessageSquare aria-hidden className="size-4" />
      {open > 0 && open}
    </button>
  );
}

export function ReadingActions(props: ReadingActionsProps) {
  const { deliverable, latest, panelOpen, onTogglePanel, onComments, onImportWord } = props;
  const { engagementId, filename, version, content } = deliverable;
  const mayWrite = useSession().has('member');
  const copy = () => {
    copyText(content).then(() => showDoneToast(texts.copied), showErrorToast);
  };
  const [from, to] = version < latest ? [version, latest] : [version - 1, version];
  return (
    <div className="flex shrink-0 items-center gap-1">
      {mayWrite && version === latest && (
        <Link
          to="/engagements/$engagementId/deliverables/$filename/edit"
          params={{ engagementId, filename }}
          className={buttonStyle('quiet', 'small')}
        >
          <Pencil aria-hidden className="size-4" />
          <span className="max-sm:sr-only">{texts.edit}</span>
        </Link>
      )}
      {from > 0 && (
        <Link
          to="/engagements/$engagementId/deliverables/$filename/compare"
          params={{ engagementId, filename }}
          search={{ from: String(from), to: String(to) }}
          className={buttonStyle('quiet', 'small')}
        >
          <GitCompare aria-hidden className="size-4" />
          <span className="max-sm:sr-only">{texts.compare}</span>
        </Link>
      )}
      {onComments && <CommentsButton deliverable={deliverable} onOpen={onComments} />}
      <IconButton icon={Copy} label={texts.copy} onClick={copy} />
      <DownloadMenu deliverable={deliverable} latest={latest} onImportWord={onImportWord} />
      <IconButton
        icon={PanelRight}
        label={texts.details}
        aria-expanded={panelOpen}
        onClick={onTogglePanel}
      />
    </div>
  );
}

type DownloadMenuProps = Pick<ReadingActionsProps, 'deliverable' | 'latest' | 'onImportWord'>;

function DownloadMenu({ deliverable, latest, onImportWord }: DownloadMenuProps) {
  const { engagementId, filename } = deliverable;
  const download = useDownloads(deliverable);
  const client = useClientDownload();
  const navigate = useNavigate();
  const openSlides = () =>
    void navigate({
      to: '/engagements/$engagementId/slides',
      params: { engagementId },
      search: { document: filename },
    });
  const make = (kind: DownloadKind) => download.mutate({ kind });
  const forClient = (kind: 'deliverable' | 'word' | 'engagement', footnotes?: 'none') =>
    client.download({
      engagementId,
      ...(kind !== 'engagement' && { filename }),
      start: () => download.mutate({ kind, footnotes }),
    });
  return (
    <>
      <Menu
        trigger={
          <IconButton
            icon={download.isPending ? LoaderCircle : Download}
            label={texts.more}
            disabled={download.isPending}
            aria-busy={download.isPending || undefined}
            className="aria-busy:[&_svg]:animate-spin"
          />
        }
      >
        <MenuItem icon={FileDown} label={texts.pdf} onSelect={() => forClient('deliverable')} />
        <MenuItem icon={FileDown} label={texts.word} onSelect={() => forClient('word')} />
        <MenuItem
          icon={FileDown}
          label={texts.pdfPlain}
          onSelect={() => forClient('deliverable', 'none')}
        />
        <MenuItem
          icon={FileDown}
          label={texts.wordPlain}
          onSelect={() => forClient('word', 'none')}
        />
        <MenuItem
          icon={Files}
          label={texts.engagementPdf}
          onSelect={() => forClient('engagement')}
        />
        <MenuSeparator />
        <MenuItem icon={FileDown} label={texts.pdfTeam} onSelect={() => make('team')} />
        <MenuItem icon={FileDown} label={texts.wordTeam} onSelect={() => make('teamWord')} />
        <MenuItem icon={FileDown} label={texts.pdfProvenance} onSelect={() => make('provenance')} />
        <MenuSeparator />
        <MenuItem icon={Presentation} label={texts.slides} onSelect={openSlides} />
        <MenuItem icon={FileText} label={texts.markdown} onSelect={() => make('markdown')} />
        <MenuItem
          icon={FileText}
          label={texts.markdownPlain}
          onSelect={() => download.mutate({ kind: 'markdown', footnotes: 'none' })}
        />
        {onImportWord && (
          <>
            <MenuSeparator />
            <MenuItem icon={FileText} label={texts.importWord} onSelect={onImportWord} />
          </>
        )}
        {deliverable.version < latest && (
          <p className="max-w-64 px-2.5 py-1.5 text-muted text-sm">{texts.latestOnly(latest)}</p>
        )}
      </Menu>
      <span role="status" className="sr-only">
        {download.isPending ? texts.making : ''}
      </span>
      {client.dialog}
    </>
  );
}

type DownloadKind =
  | 'deliverable'
  | 'word'
  | 'engagement'
  | 'team'
  | 'teamWord'
  | 'provenance'
  | 'markdown';

/** The typesetter takes some seconds for a long engagement. */
const timeoutMs = 120_000;

interface WantedFile {
  kind: DownloadKind;
  /** Without it a client's file has the footnotes that the branding says. */
  footnotes?: 'none' | undefined;
}

/** Creates and saves one file at a time. A refusal appears as a toast. */
function useDownloads({ engagementId, filename, version, content }: Deliverable) {
  return useMutation({
    async mutationFn({ kind, footnotes }: WantedFile) {
      const choice = footnotes && { footnotes };
      if (kind === 'markdown') {
        const plain = { id: engagementId, filename, version, ...choice };
        const text = choice ? (await api.getDeliverable(plain)).content : content;
        const blob = new Blob([text], { type: 'text/markdown;charset=utf-8' });
        return saveBlob(blob, filename.replace(/(\.md)?$/, `-v${version}.md`));
      }
      const audience =
        kind === 'team' || kind === 'teamWord' || kind === 'provenance' ? 'team' : 'client';
      if (kind === 'word' || kind === 'teamWord') {
        const file = await api.exportDeliverableToWord(
          { id: engagementId, filename, audience, ...choice },
          { timeoutMs },
        );
        return saveDownload(file, `${filename}.docx`);
      }
      const whole = kind === 'engagement';
      const input = {
        id: engagementId,
        audience,
        include_provenance: kind === 'provenance',
        ...choice,
      } as const;
      const download = whole
        ? await api.exportEngagement(input, { timeoutMs })
        : await api.exportDeliverable({ ...input, filename }, { timeoutMs });
      return saveDownload(download, whole ? 'engagement.pdf' : `${filename}.pdf`);
    },
    onSuccess: () => showDoneToast(readingTexts.actions.made),
  });
}
