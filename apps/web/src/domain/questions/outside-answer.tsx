import { questionLimits } from '@ecp/contract/values/limits';
import type { ReactNode } from 'react';
import { readForm } from '../../forms/read-form.ts';
import { outsideQuestionTexts } from '../../texts/en/questions/outside-questions.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { TextAreaField } from '../../ui/fields/text-area-field.tsx';

const texts = outsideQuestionTexts;

interface OutsideAnswerProps {
  /** The answer so far, kept by the caller: a client may turn to another question and return. */
  text: string;
  onChange: (text: string) => void;
  onSend: (sent: { answer: string; author: string }) => void;
  busy: boolean;
  error: unknown;
  /** A field `author` below the answer. */
  children?: ReactNode;
}

/** A large field for an answer, with its button. On a phone they are as wide as the page. */
export function OutsideAnswer({ text, onChange, onSend, busy, error, children }: OutsideAnswerProps) {
  return (
    <form
      onSubmit={(event) => onSend(readForm(event, 'answer', 'author'))}
      className="flex flex-col gap-4 print:hidden"
    >
      <TextAreaField
        label={texts.field}
        hint={texts.hint}
        name="answer"
        required
        rows={6}
        maxLength={questionLimits.answer}
        // Below 16 px phones zoom in when the field gets the focus.
        className="text-lg"
        placeholder={texts.placeholder}
        readOnly={busy}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {children}
      <FormError error={error} />
      <Button kind="primary" type="submit" busy={busy} className="h-11 w-full sm:w-auto sm:self-end sm:px-6">
        {texts.send}
      </Button>
    </form>
  );
}
