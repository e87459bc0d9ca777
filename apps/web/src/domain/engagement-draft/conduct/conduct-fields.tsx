import { askBackHoursLimits } from '@ecp/contract/values/limits';
import { engagementFormTexts } from '../../../texts/en/engagement-form.ts';
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx';
import { RadioCards } from '../../../ui/fields/radio-cards.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { type ConductDraft, checkConduct } from './conduct-draft.ts';
import { ResearchFields } from './research-fields.tsx';

const texts = engagementFormTexts.conduct;
const modes = (['off', 'assume', 'wait'] as const).map((value) => ({ value, ...texts.askBack.modes[value] }));

interface ConductFieldsProps {
  value: ConductDraft;
  onChange: (conduct: ConductDraft) => void;
  /** The service's refusal of the whole form. */
  error: unknown;
}

/** Edits the settings of an engagement's agents: questions, research, second reader and the firm's library. */
export function ConductFields({ value, onChange, error }: ConductFieldsProps) {
  const problems = checkConduct(value);
  const set = (change: Partial<ConductDraft>) => onChange({ ...value, ...change });
  return (
    <Section title={texts.title} description={texts.description}>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <div className="flex flex-col gap-4">
          <RadioCards
            label={texts.askBack.label}
            name="askBack"
            options={modes}
            value={value.askBack}
            onChange={(askBack) => set({ askBack })}
          />
          {value.askBack === 'wait' && (
            <TextField
              label={texts.askBack.hours}
              hint={texts.askBack.hoursHint}
              name="askBackHours"
              type="number"
              min={0}
              max={askBackHoursLimits.maximum}
              step="any"
              value={value.askBackHours}
              error={problems.askBackHours}
              onChange={({ currentTarget }) => set({ askBackHours: currentTarget.value })}
            />
          )}
        </div>
        <div className="flex flex-col gap-4">
          <ResearchFields value={value} onChange={set} problems={problems} error={error} />
          <CheckboxField
            label={texts.adversary.label}
            hint={texts.adversary.hint}
            name="adversary"
            checked={value.adversary}
            onChange={({ currentTarget }) => set({ adversary: currentTarget.checked })}
          />
          <CheckboxField
            label={texts.library.label}
            hint={texts.library.hint}
            name="library"
            checked={value.library}
            onChange={({ currentTarget }) => set({ library: currentTarget.checked })}
          />
        </div>
      </div>
    </Section>
  );
}
