import { questionLimits } from '@ecp/contract/values/limits';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { questionTexts } from '../../texts/en/questions/questions.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { TextAreaField } from '../../ui/fields/text-area-field.tsx';
import { modifierKey } from '../../ui/keys/modifier-key.ts';

const texts = questionTexts.answer;

interface AnswerFormProps {
  text: string;
  onChange: (text: string) => void;
  onSend: (answer: string) => void;
  onCancel: () => void;
  busy: boolean;
  error: unknown;
  /** True if a person has just asked for the field, which then takes the focus. */
  autoFocus: boolean;
}

/** The field for an answer, in place. Ctrl or Cmd and Enter sends it. */
export function AnswerForm({ text, onChange, onSend, onCancel, busy, error, autoFocus }: AnswerFormProps) {
  const [tried, setTried] = useState(false);
  const isEmpty = text.trim() === '';
  const send = () => {
    setTried(true);
    if (!isEmpty && !busy) onSend(text);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const listen = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextAreaField
        label={texts.label}
        hint={texts.hint(modifierKey)}
        error={tried && isEmpty ? texts.empty : undefined}
        rows={4}
        maxLength={questionLimits.answer}
        value={text}
        readOnly={busy}
        autoFocus={autoFocus}
        onKeyDown={listen}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <FormError error={error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button kind="primary" type="submit" busy={busy}>
          {texts.send}
        </Button>
      </div>
    </form>
  );
}
