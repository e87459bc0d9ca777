import { useState } from 'react';
import { fillBlanks, findBlanks } from '../../../domain/templates/blanks.ts';
import { blanksTexts as texts } from '../../../texts/en/start-engagement.ts';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import { Section } from '../../../ui/layout/section.tsx';

interface BlanksFormProps {
  brief: string;
  onChange: (brief: string) => void;
}

/**
 * Asks for the blanks that a template leaves in the brief, each once, and fills them in as the person types (TPL-10).
 * When the brief changes elsewhere, it asks for those that are left. Renders nothing without blanks.
 */
export function BlanksForm({ brief, onChange }: BlanksFormProps) {
  const [state, setState] = useState({ base: brief, values: {} as Record<string, string> });
  const isCurrent = fillBlanks(state.base, state.values) === brief;
  const { base, values } = isCurrent ? state : { base: brief, values: {} };
  if (!isCurrent) setState({ base, values });
  const blanks = findBlanks(base);
  if (blanks.length === 0) return null;
  const set = (words: string, value: string) => {
    const next = { ...values, [words]: value };
    setState({ base, values: next });
    onChange(fillBlanks(base, next));
  };
  const needed = blanks.filter(({ isOptional }) => !isOptional);
  const left = needed.filter(({ words }) => !values[words]?.trim()).length;
  return (
    <Section title={texts.title} description={left === 0 ? texts.done : texts.left(left, needed.length)}>
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        {blanks.map(({ words, label, isOptional }) => (
          <TextAreaField
            key={words}
            label={label}
            aside={!isOptional && <span className="text-muted text-sm">{texts.needed}</span>}
            required={!isOptional}
            rows={1}
            className="field-sizing-content resize-none"
            value={values[words] ?? ''}
            onChange={({ currentTarget }) => set(words, currentTarget.value)}
          />
        ))}
      </div>
    </Section>
  );
}
