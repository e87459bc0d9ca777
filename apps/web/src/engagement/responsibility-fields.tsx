import { isApiError } from '@ecp/sdk/create-client';
import { useQuery } from '@tanstack/react-query';
import { fieldError } from '../base/api/explain-error.ts';
import { nameOf, teamQuery } from '../base/api/firm-queries.ts';
import { responsibilityTexts } from '../base/texts/engagements.ts';
import { DateField } from '../base/ui/fields/date-input.tsx';
import { SelectField } from '../base/ui/fields/select.tsx';

const texts = responsibilityTexts;

/**
 * The person in charge of an engagement, and the day on which it is due (YYYY-MM-DD, empty for
 * none).
 */
interface ResponsibilityDraft {
  ownerId: string | null;
  dueDate: string;
}

interface ResponsibilityFieldsProps {
  value: ResponsibilityDraft;
  onChange: (change: Partial<ResponsibilityDraft>) => void;
  error: unknown;
}

export function ResponsibilityFields({ value, onChange, error }: ResponsibilityFieldsProps) {
  const { data: team = [] } = useQuery(teamQuery);
  const members = team.map((member) => ({ value: member.id, label: nameOf(member) }));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={texts.owner}
        name="ownerId"
        value={value.ownerId ?? ''}
        options={[{ value: '', label: texts.nobody }, ...members]}
        error={isApiError(error, 'unknown_owner') ? texts.unknown : fieldError(error, 'ownerId')}
        onChange={(ownerId) => onChange({ ownerId: ownerId || null })}
      />
      <DateField
        label={texts.due}
        name="dueDate"
        value={value.dueDate}
        error={fieldError(error, 'dueDate')}
        onChange={(dueDate) => onChange({ dueDate })}
      />
    </div>
  );
}
