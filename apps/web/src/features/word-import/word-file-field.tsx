import { useEffect, useRef } from 'react';
import { wordTexts } from '../../texts/en/documents/word.ts';
import { classNames } from '../../ui/class-names.ts';
import { controlStyle } from '../../ui/fields/control-style.ts';
import { Field } from '../../ui/fields/field.tsx';

const fileStyle =
  'file:mr-3 file:h-8 file:cursor-pointer file:rounded-lg file:border file:border-line file:border-solid file:bg-surface file:px-3 file:font-medium file:text-ink hover:file:bg-hover';

interface WordFileFieldProps {
  file: File | null;
  /** Whether a file is dragged over the page. */
  isOver: boolean;
  disabled: boolean;
  onChoose: (file: File | null) => void;
}

/** Chooses a Word file; it also shows one that was dropped. */
export function WordFileField({ file, isOver, disabled, onChoose }: WordFileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!input.current || !file || input.current.files?.[0] === file) return;
    const held = new DataTransfer();
    held.items.add(file);
    input.current.files = held.files;
  }, [file]);
  const error = file && !/\.docx$/i.test(file.name) ? wordTexts.wrongType : undefined;
  return (
    <Field label={wordTexts.file} hint={wordTexts.fileHint} error={error}>
      {(attributes) => (
        <input
          {...attributes}
          ref={input}
          type="file"
          disabled={disabled}
          accept=".docx"
          onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0] ?? null)}
          className={classNames(controlStyle, fileStyle, 'border-dashed py-5', isOver && 'bg-accent-soft')}
        />
      )}
    </Field>
  );
}
