import { FileUp, LoaderCircle } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { brandingTexts } from './texts.ts';

const { upload: texts } = brandingTexts;

interface FileDropProps {
  /** File name extensions, with commas between them. */
  accept: string;
  label: string;
  /** Whether there is a file that the next one replaces. */
  isReplacing: boolean;
  isBusy: boolean;
  onFile: (file: File) => void;
}

/** Takes one file, dropped or chosen. */
export function FileDrop({ accept, label, isReplacing, isBusy, onFile }: FileDropProps) {
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
