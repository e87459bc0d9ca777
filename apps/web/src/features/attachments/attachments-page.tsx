import type { AttachmentCategory } from '@ecp/contract/work/attachments';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Globe, Paperclip } from 'lucide-react';
import { useCallback, useState } from 'react';
import { DropZone } from '../../domain/attachments/drop-zone.tsx';
import { attachmentsQuery } from '../../domain/attachments/queries.ts';
import { UploadList } from '../../domain/attachments/upload-list.tsx';
import type { ChosenFile } from '../../domain/attachments/upload-queue.ts';
import { uploadQueue } from '../../domain/attachments/uploads.ts';
import { useSession } from '../../session/session.ts';
import { attachmentTexts } from '../../texts/en/attachments.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { AddPageDialog } from './add-page-dialog.tsx';
import { AttachmentBrowser } from './attachment-browser.tsx';
import { CategoryPicker } from './category-field.tsx';
import { NextRunNotice } from './next-run-notice.tsx';

const route = getRouteApi('/shell/engagements/$engagementId');

/** Adds, describes, downloads and deletes files and web pages of an engagement (docs/requirements/attachments.md). */
export function AttachmentsPage() {
  const { engagementId } = route.useParams();
  const { has } = useSession();
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-2xl text-muted">{attachmentTexts.description}</p>
        {has('member') && <AddPage engagementId={engagementId} />}
      </div>
      {has('member') && <AddFiles engagementId={engagementId} />}
      <Attachments engagementId={engagementId} />
    </div>
  );
}

function AddPage({ engagementId }: { engagementId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Globe aria-hidden className="size-4" />
        {attachmentTexts.url.open}
      </Button>
      {isOpen && <AddPageDialog engagementId={engagementId} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function AddFiles({ engagementId }: { engagementId: string }) {
  const [category, setCategory] = useState<AttachmentCategory>('reference');
  const send = useCallback((drafts: ChosenFile[]) => uploadQueue.add(engagementId, drafts), [engagementId]);
  return (
    <>
      <NextRunNotice engagementId={engagementId} />
      <DropZone category={category} onFiles={send}>
        <CategoryPicker value={category} onChange={setCategory} />
      </DropZone>
      <UploadList engagementId={engagementId} />
    </>
  );
}

function Attachments({ engagementId }: { engagementId: string }) {
  const { data, isPending, isLoadingError, error, refetch } = useQuery(attachmentsQuery(engagementId));
  if (isPending) return <SkeletonRows rows={4} className="h-15 w-full" />;
  if (isLoadingError) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data.length > 0) return <AttachmentBrowser engagementId={engagementId} attachments={data} />;
  const { title, advice } = attachmentTexts.empty;
  return (
    <EmptyState icon={Paperclip} title={title}>
      {advice}
    </EmptyState>
  );
}
