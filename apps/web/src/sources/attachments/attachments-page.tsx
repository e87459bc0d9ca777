import type { AttachmentCategory } from '@ecp/contract/work/attachments';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Globe, Info, Paperclip } from 'lucide-react';
import { useCallback, useState } from 'react';
import { api } from '../../base/api/client.ts';
import { engagementQuery } from '../../base/api/engagement-queries.ts';
import { useSession } from '../../base/session/session.ts';
import { Button } from '../../base/ui/buttons.tsx';
import { Dialog } from '../../base/ui/dialogs/dialog.tsx';
import { DialogForm } from '../../base/ui/dialogs/form-dialogs.tsx';
import { TextField } from '../../base/ui/fields/fields.tsx';
import { Select, SelectField } from '../../base/ui/fields/select.tsx';
import { readForm } from '../../base/ui/forms.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../base/ui/states.tsx';
import { showDoneToast } from '../../base/ui/toasts/show-toast.ts';
import { DropZone } from '../../shared/attachments/choose-files.tsx';
import { attachmentTexts } from '../../shared/attachments/texts.ts';
import { UploadList } from '../../shared/attachments/upload-list.tsx';
import {
  attachmentsQuery,
  type ChosenFile,
  uploadQueue,
} from '../../shared/attachments/upload-queue.ts';
import { AttachmentBrowser } from './attachment-browser.tsx';

const route = getRouteApi('/shell/engagements/$engagementId');

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
      <Button icon={Globe} onClick={() => setIsOpen(true)}>
        {attachmentTexts.url.open}
      </Button>
      {isOpen && <AddPageDialog engagementId={engagementId} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function AddFiles({ engagementId }: { engagementId: string }) {
  const [category, setCategory] = useState<AttachmentCategory>('reference');
  const send = useCallback(
    (drafts: ChosenFile[]) => uploadQueue.add(engagementId, drafts),
    [engagementId],
  );
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
  const { data, isPending, isLoadingError, error, refetch } = useQuery(
    attachmentsQuery(engagementId),
  );
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

/** Warns during a run that the run cannot read attachments that are added now. */
function NextRunNotice({ engagementId }: { engagementId: string }) {
  const { data } = useQuery(engagementQuery(engagementId));
  if (data?.status !== 'running' && data?.status !== 'paused') return null;
  return (
    <p className="flex items-center gap-2 rounded-lg bg-info-soft px-3 py-2 text-info text-sm">
      <Info aria-hidden className="size-4 shrink-0" />
      {attachmentTexts.nextRun}
    </p>
  );
}

const { url: texts } = attachmentTexts;

function AddPageDialog({ engagementId, onClose }: { engagementId: string; onClose: () => void }) {
  const [category, setCategory] = useState<AttachmentCategory>('reference');
  const queryClient = useQueryClient();
  const fetching = useMutation({
    meta: { showsError: true },
    mutationFn: (url: string) => api.attachFromUrl({ id: engagementId, url, category }),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: attachmentsQuery(engagementId).queryKey });
      showDoneToast(texts.done);
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={texts.title} description={texts.description}>
      <DialogForm
        onSubmit={(event) => fetching.mutate(readForm(event, 'url').url)}
        onCancel={onClose}
        submitLabel={texts.submit}
        action={fetching}
      >
        <TextField
          label={texts.label}
          hint={texts.hint}
          name="url"
          type="url"
          required
          maxLength={2_000}
          placeholder="https://"
        />
        <CategoryField value={category} onChange={setCategory} />
      </DialogForm>
    </Dialog>
  );
}

const categories = Object.keys(attachmentTexts.categories) as AttachmentCategory[];
const options = () =>
  categories.map((value) => ({ value, label: attachmentTexts.categories[value] }));

interface CategoryFieldProps {
  value: AttachmentCategory;
  onChange: (category: AttachmentCategory) => void;
}

function CategoryField({ value, onChange }: CategoryFieldProps) {
  return (
    <SelectField
      label={attachmentTexts.columns.category}
      options={options()}
      value={value}
      onChange={onChange}
    />
  );
}

/** The same field in one line, for files that are chosen next. */
function CategoryPicker({ value, onChange }: CategoryFieldProps) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden>{attachmentTexts.addAs}</span>
      <Select
        label={attachmentTexts.newCategory}
        options={options()}
        value={value}
        onChange={onChange}
        className="h-7 max-w-max text-sm"
      />
    </span>
  );
}
