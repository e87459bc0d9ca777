import type { Attachment } from '@ecp/contract/work/attachments';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDownload } from '../../domain/attachments/use-download.ts';
import { MarkedSnippet } from '../../domain/search/marked-snippet.tsx';
import { searchQuery } from '../../domain/search/queries.ts';
import { memberNamesQuery } from '../../domain/team/queries.ts';
import { formatBytes, formatMoment } from '../../format/format.ts';
import { useSession } from '../../session/session.ts';
import { attachmentTexts } from '../../texts/en/attachments.ts';
import { searchTexts } from '../../texts/en/findings/search.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { ExtractionStatus } from './attachment-row.tsx';
import { describeMember } from './describe-member.ts';

const { facts, columns, categories, addedBy } = attachmentTexts;

interface AttachmentDialogProps {
  engagementId: string;
  attachment: Attachment;
  /** Words for which a search found it; their passage is shown. */
  words: string | undefined;
  onClose: () => void;
  onDelete: (attachment: Attachment) => void;
}

/** Shows all details of an attachment, with its full summary. */
export function AttachmentDialog({ engagementId, attachment, words, onClose, onDelete }: AttachmentDialogProps) {
  const { filename, category, mimeType, sizeBytes, sourceUrl, createdAt, uploadedBy } = attachment;
  const { has } = useSession();
  const { data: names } = useQuery(memberNamesQuery);
  const download = useDownload(engagementId);
  return (
    <Dialog open onClose={onClose} title={filename}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2.5">
        {words !== undefined && <FoundPassage engagementId={engagementId} id={attachment.id} words={words} />}
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
        <Button busy={download.isPending} onClick={() => download.mutate(attachment.id)}>
          <Download aria-hidden className="size-4" />
          {attachmentTexts.download}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The passage with the words of a search, and where in the attachment it stands (SEA-10). */
function FoundPassage({ engagementId, id, words }: { engagementId: string; id: string; words: string }) {
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
