import { useCallback, useState } from 'react';
import { type DroppedFile, usePageDrop } from '../../domain/attachments/use-page-drop.ts';
import { wordTexts } from '../../texts/en/documents/word.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';
import { ImportReport } from './import-report.tsx';
import { ImportTrouble } from './import-trouble.tsx';
import { useWordImport } from './use-word-import.ts';
import { WordFileField } from './word-file-field.tsx';

const texts = wordTexts;

interface WordImportDialogProps {
  engagementId: string;
  filename: string;
  /** Number of the newest version. */
  latest: number;
  onClose: () => void;
}

/** Takes a Word file for the next version of a deliverable, and tells what came of it (WRD-11). */
export function WordImportDialog({ engagementId, filename, latest, onClose }: WordImportDialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const { importing, sentShare } = useWordImport(engagementId, filename, latest);
  const { isPending, data, error, reset } = importing;
  const choose = useCallback(
    (chosen: File | null) => {
      setFile(chosen);
      reset();
    },
    [reset],
  );
  const take = useCallback(
    ([dropped]: DroppedFile[]) => {
      if (dropped && !isPending && !data) choose(dropped.file);
    },
    [choose, isPending, data],
  );
  const isOver = usePageDrop(take);
  const close = () => {
    if (!isPending) onClose();
  };
  if (data) {
    return (
      <Dialog open onClose={onClose} title={texts.title}>
        <ImportReport engagementId={engagementId} filename={filename} result={data} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={close} title={texts.title} description={texts.description} sticky={isPending}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (file) importing.mutate(file);
        }}
      >
        <div className="flex flex-col gap-4">
          <WordFileField file={file} isOver={isOver} disabled={isPending} onChoose={choose} />
          {isPending && <Progress sentShare={sentShare} />}
          <ImportTrouble error={error} />
        </div>
        <DialogActions>
          <Button onClick={close} disabled={isPending}>
            {commonTexts.cancel}
          </Button>
          <Button type="submit" kind="primary" busy={isPending} disabled={file === null}>
            {texts.submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Progress({ sentShare }: { sentShare: number }) {
  return (
    <div className="flex flex-col gap-1.5">
      <ProgressBar label={texts.progress} value={sentShare} />
      <p role="status" className="text-muted text-sm">
        {sentShare < 1 ? texts.sending : texts.reading}
      </p>
    </div>
  );
}
