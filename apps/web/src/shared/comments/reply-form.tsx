import { commentLimits } from '@ecp/contract/values/limits';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { Button } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { controlStyle } from '../../base/ui/fields/fields.tsx';
import { commentTexts } from './texts.ts';

const texts = commentTexts.thread;

interface ReplyFormProps {
  name: string;
  /** A hint below the field, such as who reads the reply. */
  hint: string | undefined;
  /** Sends the reply. If the promise fails, the field keeps its text. */
  onReply: (body: string) => Promise<unknown>;
}

/** Field for a reply. Its button appears with the first word; Ctrl or ⌘ with Enter sends it. */
export function ReplyForm({ name, hint, onReply }: ReplyFormProps) {
  const [body, setBody] = useState('');
  const [isSending, setIsSending] = useState(false);
  const isReady = body.trim() !== '' && !isSending;
  const send = async () => {
    if (!isReady) return;
    setIsSending(true);
    const isSent = await onReply(body).then(
      () => true,
      () => false,
    );
    setIsSending(false);
    if (isSent) setBody('');
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey))
      return;
    event.preventDefault();
    void send();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      className="flex flex-col gap-2"
    >
      <GrowingTextArea
        aria-label={texts.replyTo(name)}
        placeholder={texts.replyPlaceholder}
        rows={1}
        maxLength={commentLimits.body}
        value={body}
        onChange={({ currentTarget }) => setBody(currentTarget.value)}
        onKeyDown={press}
      />
      {body.trim() !== '' && (
        <div className="flex items-center justify-between gap-2">
          <span className="text-muted text-xs">{hint}</span>
          <Button type="submit" kind="primary" size="small" busy={isSending}>
            {texts.reply}
          </Button>
        </div>
      )}
    </form>
  );
}

export function GrowingTextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      {...rest}
      className={classNames(
        controlStyle,
        'field-sizing-content max-h-[33dvh] resize-none py-1.5 text-sm',
        className,
      )}
    />
  );
}
