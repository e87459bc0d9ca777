import { useMutation } from '@tanstack/react-query';
import { FileUp, LoaderCircle } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { Button } from '../../../base/ui/buttons.tsx';
import { classNames } from '../../../base/ui/class-names.ts';
import { ConfirmDialog } from '../../../base/ui/dialogs/form-dialogs.tsx';
import { FormError } from '../../../base/ui/fields/fields.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { brandingTexts } from './texts.ts';

const { upload: texts } = brandingTexts;

interface FileUploadProps<Answer> {
  /** File name extensions, with commas between them. */
  accept: string;
  /** The name of the field, and what a toast says once the file is stored. */
  texts: { input: string; saved: string };
  /** Whether there is a file that the next one replaces. */
  isReplacing: boolean;
  /** Says why a file cannot be stored; null if it may be. */
  findFault: (file: File) => string | null;
  upload: (file: File) => Promise<Answer>;
  onDone: (answer: Answer) => void;
}

/** Takes a file of the branding and stores it at once. */
export function FileUpload<Answer>({
  accept,
  texts: own,
  isReplacing,
  findFault,
  ...store
}: FileUploadProps<Answer>) {
  const [fault, setFault] = useState<string | null>(null);
  const upload = useMutation({
    mutationFn: store.upload,
    meta: { showsError: true },
    onSuccess(answer) {
      store.onDone(answer);
      showDoneToast(own.saved);
    },
  });
  const take = (file: File) => {
    const found = findFault(file);
    setFault(found);
    upload.reset();
    if (found === null) upload.mutate(file);
  };
  return (
    <>
      <FileDrop
        accept={accept}
        label={own.input}
        isReplacing={isReplacing}
        isBusy={upload.isPending}
        onFile={take}
      />
      {fault !== null && (
        <p role="alert" className="text-danger">
          {fault}
        </p>
      )}
      <FormError error={upload.error} />
    </>
  );
}

interface RemoveButtonProps<Answer> {
  texts: Record<'remove' | 'removeTitle' | 'removeConfirm' | 'removeLead' | 'removed', string>;
  remove: () => Promise<Answer>;
  onDone: (answer: Answer) => void;
}

/** Removes a file of the branding, once the person has confirmed it. */
export function RemoveButton<Answer>({ texts: own, remove, onDone }: RemoveButtonProps<Answer>) {
  const [asking, setAsking] = useState(false);
  const removal = useMutation({
    mutationFn: remove,
    meta: { showsError: true },
    onSuccess(answer) {
      onDone(answer);
      showDoneToast(own.removed);
    },
  });
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {own.remove}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={own.removeTitle}
        confirmLabel={own.removeConfirm}
        action={removal}
        onConfirm={() => removal.mutate()}
      >
        {own.removeLead}
      </ConfirmDialog>
    </>
  );
}

interface FileDropProps extends Pick<FileUploadProps<never>, 'accept' | 'isReplacing'> {
  label: string;
  isBusy: boolean;
  onFile: (file: File) => void;
}

/** Takes one file, dropped or chosen. */
function FileDrop({ accept, label, isReplacing, isBusy, onFile }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  const Icon = isBusy ? LoaderCircle : FileUp;
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={classNames(
        'flex cursor-pointer flex-wrap items-center justify-center gap-x-2 gap-y-1 rounded-xl border border-dashed px-4 py-6 text-muted',
        'has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
        isOver ? 'border-accent-text bg-accent-soft text-accent-text' : 'hover:bg-hover',
      )}
    >
      <Icon aria-hidden className={classNames('size-4', isBusy && 'animate-spin')} />
      {isBusy ? (
        texts.uploading
      ) : (
        <span>
          {texts.drop}{' '}
          <span className="font-medium text-accent-text underline underline-offset-2">
            {isReplacing ? texts.replace : texts.choose}
          </span>
        </span>
      )}
      <input
        type="file"
        aria-label={label}
        accept={accept}
        disabled={isBusy}
        className="sr-only"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(file);
          // Allows the same file to be chosen again after it was changed.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
