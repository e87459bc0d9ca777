import { isApiError } from '@ecp/sdk/create-client';
import { useQuery } from '@tanstack/react-query';
import { engagementFormTexts } from '../../texts/en/engagement-form.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { modelsQuery } from '../models/queries.ts';

const texts = engagementFormTexts.model;

interface ModelFieldProps {
  /** Id of the pinned model; null lets the engine choose. */
  value: string | null;
  onChange: (model: string | null) => void;
  /** The service's refusal of the whole form. */
  error: unknown;
}

/** Pins an engagement to one model, or leaves the choice to the engine (ENG-26). */
export function ModelField({ value, onChange, error }: ModelFieldProps) {
  const { data: models = [], isSuccess, isError } = useQuery(modelsQuery);
  const listed = new Map(models.map(({ id, tier }) => [id, texts.option(id, texts.tiers[tier])]));
  const isGone = value !== null && isSuccess && !listed.has(value);
  const kept = value === null || listed.has(value) ? [] : [{ value, label: isGone ? texts.gone(value) : value }];
  const refusal = isApiError(error, 'unknown_model') ? texts.refused : undefined;
  return (
    <div className="sm:w-88">
      <SelectField
        label={texts.label}
        name="model"
        value={value ?? ''}
        onChange={(model) => onChange(model === '' ? null : model)}
        options={[
          { value: '', label: texts.chosen },
          ...kept,
          ...[...listed].map(([id, label]) => ({ value: id, label })),
        ]}
        hint={isError ? texts.unread : undefined}
        error={isGone ? texts.goneAdvice : refusal}
      />
    </div>
  );
}
