import { ImageUp, LoaderCircle } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { brandingTexts } from '../../../texts/en/settings/branding.ts';
import { classNames } from '../../../ui/class-names.ts';

const { logo: texts } = brandingTexts;

interface LogoDropProps {
  hasLogo: boolean;
  isBusy: boolean;
  onFile: (file: File) => void;
}

/** Accepts an image by drop or file picker. */
export function LogoDrop({ hasLogo, isBusy, onFile }: LogoDropProps) {
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  const Icon = isBusy ? LoaderCircle : ImageUp;
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
            {hasLogo ? texts.replace : texts.choose}
          </span>
        </span>
      )}
      <input
        type="file"
        aria-label={texts.input}
        accept=".png,.jpg,.jpeg,.svg"
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
