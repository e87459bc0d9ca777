import { useState } from 'react';
import { toDayInput } from '../../format/day-bounds.ts';
import { apiKeyTexts } from '../../texts/en/settings/api-keys.ts';
import { DateField } from '../../ui/fields/date-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { type ExpiryChoice, expiryChoices } from './expiry.ts';

const texts = apiKeyTexts.form;
const options = expiryChoices.map((value) => ({ value, label: texts.expiry[value] }));

/** Asks when a key expires. Adds the fields `expiry` and `day` to the surrounding form. */
export function ExpiryFields({ error }: { error: string | undefined }) {
  const [choice, setChoice] = useState<ExpiryChoice>('90');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={texts.expires}
        name="expiry"
        options={options}
        value={choice}
        onChange={setChoice}
        error={error}
      />
      {choice === 'date' && <DateField label={texts.day} name="day" required min={toDayInput(Date.now())} />}
    </div>
  );
}
