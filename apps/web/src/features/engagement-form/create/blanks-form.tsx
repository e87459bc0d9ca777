import { useState } from 'react';
import { fillBlanks, findBlanks } from '../../../domain/templates/blanks.ts';
import { blanksTexts as texts } from '../../../texts/en/start-engagement.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
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
  const set = (key: string, value: string) => {
    const next = { ...values, [key]: value };
    setState({ base, values: next });
    onChange(fillBlanks(base, next));
  };
  const left = blanks.filter(({ key }) => !values[key]?.trim()).length;
  const groups = [...Map.groupBy(blanks, ({ group }) => group)];
  return (
    <Section title={texts.title} description={left === 0 ? texts.done : texts.left(left, blanks.length)}>
      <div className="flex flex-col gap-5">
        {groups.map(([group, ofGroup]) => (
          <fieldset key={group} className="min-w-0">
            <legend className="mb-2 text-muted text-sm">{group || texts.noGroup}</legend>
            <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
              {ofGroup.map(({ key, label, context }) => (
                <TextField
                  key={key}
                  label={label}
                  hint={context}
                  value={values[key] ?? ''}
                  onChange={({ currentTarget }) => set(key, currentTarget.value)}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </Section>
  );
}
