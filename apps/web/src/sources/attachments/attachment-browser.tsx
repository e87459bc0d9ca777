import type { Attachment } from '@ecp/contract/work/attachments';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Download, Ellipsis, Info, LoaderCircle, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '../../base/api/client.ts';
import { memberNamesQuery } from '../../base/api/firm-queries.ts';
import { formatBytes, formatMoment } from '../../base/format/format.ts';
import { shownLanguage } from '../../base/language/language.ts';
import { useSession } from '../../base/session/session.ts';
import { commonTexts } from '../../base/texts/common.ts';
import { TimeAgo } from '../../base/ui/badges.tsx';
import { Button, IconButton, linkStyle } from '../../base/ui/buttons.tsx';
import { Dialog, DialogActions } from '../../base/ui/dialogs/dialog.tsx';
import { ConfirmDialog } from '../../base/ui/dialogs/form-dialogs.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../base/ui/dialogs/menu.tsx';
import { ListHead, VirtualList } from '../../base/ui/layout/virtual-list.tsx';
import { showDoneToast } from '../../base/ui/toasts/show-toast.ts';
import { FileIcon, useDownload } from '../../shared/attachments/files.tsx';
import { attachmentTexts } from '../../shared/attachments/texts.ts';
import { attachmentsQuery } from '../../shared/attachments/upload-queue.ts';
import { MarkedSnippet, searchQuery } from '../../shared/search/search-results.tsx';
import { searchTexts } from '../../shared/search/texts.ts';

const route = getRouteApi('/shell/engagements/$engagementId/attachments');

interface AttachmentBrowserProps {
  engagementId: string;
  attachments: readonly Attachment[];
}

/**
 * The list of attachments and the dialogs that open over it. The address may name one that opens at
 * once.
 */
export function AttachmentBrowser({ engagementId, attachments }: AttachmentBrowserProps) {
  const { attachment: named, words } = route.useSearch();
  const navigate = route.useNavigate();
  const [chosen, setOpened] = useState<{ id: string; for: 'details' | 'deletion' }>();
  const opened =
    chosen ?? (named === undefined ? undefined : { id: named, for: 'details' as const });
  const close = () => {
    setOpened(undefined);
    if (named !== undefined) void navigate({ search: {}, replace: true, resetScroll: false });
  };
  // Taken from the list, so that a summary that arrives later appears.
  const attachment = attachments.find(({ id }) => id === opened?.id);
  const open = (purpose: 'details' | 'deletion') => (each: Attachment) =>
    setOpened({ id: each.id, for: purpose });
  return (
    <>
      <AttachmentList
        attachments={attachments}
        onOpen={open('details')}
        onDelete={open('deletion')}
      />
      {attachment && opened?.for === 'details' && (
        <AttachmentDialog
          engagementId={engagementId}
          attachment={attachment}
          words={attachment.id === named ? words : undefined}
          onClose={close}
          onDelete={open('deletion')}
        />
      )}
      {attachment && opened?.for === 'deletion' && (
        <DeleteAttachmentDialog
          engagementId={engagementId}
          attachment={attachment}
          onClose={close}
        />
      )}
    </>
  );
}

const rowHeightPx = 60;

interface AttachmentListProps {
  attachments: readonly Attachment[];
  onOpen: (attachment: Attachment) => void;
  onDelete: (attachment: Attachment) => void;
}

function AttachmentList({ attachments, onOpen, onDelete }: AttachmentListProps) {
  const { data: names } = useQuery(memberNamesQuery);
  return (
    <div className="overflow-hidden rounded-xl border bg-surface">
      <ListHead
        grid={attachmentGrid}
        columns={attachmentTexts.columns}
        styles={{ name: 'pl-12', size: 'text-right' }}
      />
      <VirtualList
        label={attachmentTexts.listLabel}
        items={attachments}
        itemKey={({ id }) => id}
        rowHeightPx={rowHeightPx}
        renderItem={(attachment) => (
          <AttachmentRow
            attachment={attachment}
            names={names}
            onOpen={onOpen}
            onDelete={onDelete}
          />
        )}
      />
    </div>
  );
}

const attachmentGrid =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 px-4 md:grid-cols-[minmax(0,1fr)_9rem_5rem_9rem_2rem]';

interface AttachmentRowProps {
  attachment: Attachment;
  names: ReadonlyMap<string, string> | undefined;
  onOpen: (attachment: Attachment) => void;
  onDelete: (attachment: Attachment) => void;
}

/** One attachment. A click anywhere on the row opens its details. */
function AttachmentRow({ attachment, names, onOpen, onDelete }: AttachmentRowProps) {
  const { filename, sizeBytes, category, sourceUrl, createdAt, uploadedBy } = attachment;
  return (
    <div className={`${attachmentGrid} relative h-full border-b hover:bg-hover`}>
      <div className="flex min-w-0 items-center gap-3">
        <FileIcon name={filename} isPage={sourceUrl !== undefined} />
        <div className="min-w-0">
          <button
            type="button"
            onClick={() => onOpen(attachment)}
            className="block max-w-full truncate text-left font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text"
          >
            {filename}
          </button>
          <p className="line-clamp-2 text-muted text-sm leading-4">
            <span className="md:hidden">{formatBytes(sizeBytes)} · </span>
            <ExtractionStatus attachment={attachment} />
          </p>
        </div>
      </div>
      <span className="hidden truncate text-muted md:block">
        {attachmentTexts.categories[category]}
      </span>
      <span className="figures hidden text-right text-muted md:block">
        {formatBytes(sizeBytes)}
      </span>
      <div className="hidden min-w-0 text-muted text-sm md:block">
        <TimeAgo at={createdAt} className="block truncate" />
        <span className="block truncate">
          {attachmentTexts.addedBy(describeMember(uploadedBy, names))}
        </span>
      </div>
      <div className="relative z-10">
        <AttachmentMenu attachment={attachment} onOpen={onOpen} onDelete={onDelete} />
      </div>
    </div>
  );
}

/** Says what was read of the attachment, or that its text is still being extracted. */
function ExtractionStatus({
  attachment: { summary, extraction, truncated },
}: {
  attachment: Attachment;
}) {
  if (extraction !== 'pending') {
    const state = attachmentTexts.read[truncated ? 'truncated' : extraction];
    // The summary is English.
    return shownLanguage() === 'en' ? (summary ?? state) : state;
  }
  return (
    <span className="inline-flex items-center gap-1.5">
      <LoaderCircle aria-hidden className="size-3.5 animate-spin" />
      {attachmentTexts.reading}
    </span>
  );
}

const engagementRoute = getRouteApi('/shell/engagements/$engagementId');

interface AttachmentMenuProps {
  attachment: Attachment;
  onOpen: (attachment: Attachment) => void;
  onDelete: (attachment: Attachment) => void;
}

function AttachmentMenu({ attachment, onOpen, onDelete }: AttachmentMenuProps) {
  const { engagementId } = engagementRoute.useParams();
  const { has } = useSession();
  const download = useDownload(engagementId);
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} label={attachmentTexts.actions(attachment.filename)} />}
    >
      <MenuItem
        icon={Download}
        label={attachmentTexts.download}
        onSelect={() => download.mutate(attachment.id)}
      />
      <MenuItem icon={Info} label={attachmentTexts.details} onSelect={() => onOpen(attachment)} />
      {has('member') && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={Trash2}
            label={commonTexts.delete}
            danger
            onSelect={() => onDelete(attachment)}
          />
        </>
      )}
    </Menu>
  );
}

const { facts, columns, categories, addedBy } = attachmentTexts;

interface AttachmentDialogProps {
  engagementId: string;
  attachment: Attachment;
  /** Words for which a search found it; their passage is shown. */
  words: string | undefined;
  onClose: () => void;
  onDelete: (attachment: Attachment) => void;
}

function AttachmentDialog({
  engagementId,
  attachment,
  words,
  onClose,
  onDelete,
}: AttachmentDialogProps) {
  const { filename, category, mimeType, sizeBytes, sourceUrl, createdAt, uploadedBy } = attachment;
  const { has } = useSession();
  const { data: names } = useQuery(memberNamesQuery);
  const download = useDownload(engagementId);
  return (
    <Dialog open onClose={onClose} title={filename}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2.5">
        {words !== undefined && (
          <FoundPassage engagementId={engagementId} id={attachment.id} words={words} />
        )}
        <Fact name={facts.summary}>
          <ExtractionStatus attachment={attachment} />
        </Fact>
        <Fact name={columns.category}>{categories[category]}</Fact>
        <Fact name={facts.type}>{mimeType}</Fact>
        <Fact name={columns.size}>{formatBytes(sizeBytes)}</Fact>
        {sourceUrl !== undefined && (
          <Fact name={facts.source}>
            <a href={sourceUrl} target="_blank" rel="noreferrer" className={linkStyle}>
              {sourceUrl}
            </a>
          </Fact>
        )}
        <Fact name={facts.added}>
          {formatMoment(createdAt)} {addedBy(describeMember(uploadedBy, names))}
        </Fact>
      </dl>
      <DialogActions>
        {has('member') && (
          <Button kind="quiet" onClick={() => onDelete(attachment)}>
            {commonTexts.delete}
          </Button>
        )}
        <Button
          icon={Download}
          busy={download.isPending}
          onClick={() => download.mutate(attachment.id)}
        >
          {attachmentTexts.download}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The passage with the words of a search, and its place in the attachment. */
function FoundPassage({
  engagementId,
  id,
  words,
}: {
  engagementId: string;
  id: string;
  words: string;
}) {
  const { data = [] } = useQuery(searchQuery({ q: words, kind: 'source', engagementId }));
  const found = data.find(({ attachmentId }) => attachmentId === id);
  if (!found) return null;
  return (
    <Fact name={searchTexts.foundHere}>
      {found.location !== null && <p className="text-muted text-sm">{found.location}</p>}
      <p dir="auto" className="wrap-anywhere">
        <MarkedSnippet {...found} />
      </p>
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

const { remove } = attachmentTexts;

interface DeleteAttachmentDialogProps {
  engagementId: string;
  attachment: Attachment;
  onClose: () => void;
}

function DeleteAttachmentDialog({
  engagementId,
  attachment,
  onClose,
}: DeleteAttachmentDialogProps) {
  const { id, filename } = attachment;
  const queryClient = useQueryClient();
  const deletion = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.deleteAttachment({ id: engagementId, attachmentId: id }),
    onSuccess() {
      const { queryKey } = attachmentsQuery(engagementId);
      queryClient.setQueryData(queryKey, (known) => known?.filter((each) => each.id !== id));
      void queryClient.invalidateQueries({ queryKey });
      showDoneToast(remove.done(filename));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={remove.title(filename)}
      confirmLabel={commonTexts.delete}
      onConfirm={() => deletion.mutate()}
      action={deletion}
    >
      {remove.advice}
    </ConfirmDialog>
  );
}

/**
 * Returns the name of a member, or “former member” for a person who has left the team. Empty while
 * names load.
 */
function describeMember(id: string | null, names: ReadonlyMap<string, string> | undefined): string {
  if (!names) return '';
  return names.get(id ?? '') ?? attachmentTexts.formerMember;
}
