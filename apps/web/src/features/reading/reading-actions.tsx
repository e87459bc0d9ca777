import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
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
} from 'lucide-react';
import { documentCommentsQuery } from '../../domain/comments/queries.ts';
import type { Deliverable } from '../../domain/deliverables/queries.ts';
import { useSession } from '../../session/session.ts';
import { readingTexts } from '../../texts/en/reading.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { copyText } from '../../ui/buttons/copy-text.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/dialogs/menu.tsx';
import { showDoneToast, showErrorToast } from '../../ui/toasts/tell.ts';
import { useDownloads } from './use-downloads.ts';

const texts = readingTexts.actions;

interface ReadingActionsProps {
  deliverable: Deliverable;
  /** Number of the newest version, which PDFs contain. */
  latest: number;
  panelOpen: boolean;
  onTogglePanel: () => void;
  /** Shows the comments; undefined for internal files, which have none. */
  onComments: (() => void) | undefined;
  /** Asks for a Word file that becomes the next version; undefined for those who may not write. */
  onImportWord: (() => void) | undefined;
}

/** Shows the comments, with the number of open ones. */
function CommentsButton({ deliverable, onOpen }: Pick<ReadingActionsProps, 'deliverable'> & { onOpen: () => void }) {
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

/** Actions for a deliverable: edit, compare, copy, download, and toggle the panel. */
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
      <IconButton label={texts.copy} onClick={copy}>
        <Copy aria-hidden />
      </IconButton>
      <DownloadMenu deliverable={deliverable} latest={latest} onImportWord={onImportWord} />
      <IconButton label={texts.details} aria-expanded={panelOpen} onClick={onTogglePanel}>
        <PanelRight aria-hidden />
      </IconButton>
    </div>
  );
}

type DownloadMenuProps = Pick<ReadingActionsProps, 'deliverable' | 'latest' | 'onImportWord'>;

function DownloadMenu({ deliverable, latest, onImportWord }: DownloadMenuProps) {
  const download = useDownloads(deliverable);
  const Icon = download.isPending ? LoaderCircle : Download;
  return (
    <>
      <Menu
        trigger={
          <IconButton label={texts.more} disabled={download.isPending} aria-busy={download.isPending || undefined}>
            <Icon aria-hidden className={download.isPending ? 'animate-spin' : undefined} />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => download.mutate('deliverable')}>
          <FileDown aria-hidden />
          {texts.pdf}
        </MenuItem>
        <MenuItem onSelect={() => download.mutate('word')}>
          <FileDown aria-hidden />
          {texts.word}
        </MenuItem>
        <MenuItem onSelect={() => download.mutate('engagement')}>
          <Files aria-hidden />
          {texts.engagementPdf}
        </MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={() => download.mutate('team')}>
          <FileDown aria-hidden />
          {texts.pdfTeam}
        </MenuItem>
        <MenuItem onSelect={() => download.mutate('teamWord')}>
          <FileDown aria-hidden />
          {texts.wordTeam}
        </MenuItem>
        <MenuItem onSelect={() => download.mutate('provenance')}>
          <FileDown aria-hidden />
          {texts.pdfProvenance}
        </MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={() => download.mutate('markdown')}>
          <FileText aria-hidden />
          {texts.markdown}
        </MenuItem>
        {onImportWord && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={onImportWord}>
              <FileText aria-hidden />
              {texts.importWord}
            </MenuItem>
          </>
        )}
        {deliverable.version < latest && (
          <p className="max-w-64 px-2.5 py-1.5 text-muted text-sm">{texts.latestOnly(latest)}</p>
        )}
      </Menu>
      <span role="status" className="sr-only">
        {download.isPending ? texts.making : ''}
      </span>
    </>
  );
}
