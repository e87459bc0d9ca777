import { requestLimits } from '@ecp/contract/values/limits';
import { attachmentExtensions } from '@ecp/contract/work/attachment-types';
import { Upload as UploadIcon } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';
import { formatCount } from '../../../../format/format.ts';
import { requestTexts as texts } from '../../../../texts/en/start-engagement.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { FormError } from '../../../../ui/fields/form-error.tsx';
import { TextAreaField } from '../../../../ui/fields/text-area-field.tsx';
import { FilledNotice } from './filled-notice.tsx';
import { type FormContent, useRequest } from './use-request.ts';

interface RequestPaneProps extends FormContent {
  onFill: (content: FormContent) => void;
}

/** Takes a request as it came, pasted or as a file, and fills the form with its words. A paste is read at once. */
export function RequestPane(props: RequestPaneProps) {
  const { read, reading, undo } = useRequest(props);
  const [text, setText] = useState('');
  const [isKept, setKept] = useState(true);
  const input = useRef<HTMLInputElement>(null);
  const isTooLong = text.length > requestLimits.characters;
  const takeFile = (file: File | undefined) => file && reading.mutate({ file, isKept });
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    const isReadable = pasted.trim() !== '' && pasted.length <= requestLimits.characters;
    if (text === '' && isReadable) reading.mutate({ text: pasted });
    else if (pasted === '') takeFile(event.clipboardData.files[0]);
  };
  // A prevented drop is not taken for context files, which the whole page receives.
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length !== 1) return;
    event.preventDefault();
    takeFile(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button chooses the same files by keyboard.
    <div className="flex flex-col gap-3" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <TextAreaField
        label={texts.label}
        rows={5}
        value={text}
        placeholder={texts.placeholder}
        error={isTooLong ? texts.tooLong(formatCount(requestLimits.characters)) : undefined}
        onPaste={paste}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        className="resize-y"
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button size="small" onClick={() => input.current?.click()}>
          <UploadIcon aria-hidden className="size-4" />
          {texts.choose}
        </Button>
        <span className="text-muted text-sm">{texts.types}</span>
        <label className="flex items-center gap-2 text-muted text-sm">
          <input
            type="checkbox"
            checked={isKept}
            onChange={({ currentTarget }) => setKept(currentTarget.checked)}
            className="size-4 accent-accent"
          />
          {texts.keep}
        </label>
        <Button
          size="small"
          className="ml-auto"
          busy={reading.isPending}
          disabled={text.trim() === '' || isTooLong}
          onClick={() => reading.mutate({ text })}
        >
          {reading.isPending ? texts.reading : texts.read}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={texts.choose}
        accept={['.eml', ...attachmentExtensions].join(',')}
        onChange={({ currentTarget }) => {
          takeFile(currentTarget.files?.[0]);
          // Otherwise choosing the same file again fires no event.
          currentTarget.value = '';
        }}
      />
      <FormError error={reading.error} />
      {read && <FilledNotice read={read} onUndo={undo} />}
    </div>
  );
}
