import { askBackHoursLimits, researchLimits } from '@ecp/contract/values/limits';
import { isApiError } from '@ecp/sdk/create-client';
import { useQuery } from '@tanstack/react-query';
import { modelsQuery, researchProviderQuery } from '../../base/api/firm-queries.ts';
import { formatUsd } from '../../base/format/format.ts';
import { sentences } from '../../base/format/words.ts';
import {
  CheckboxField,
  RadioCards,
  TextAreaField,
  TextField,
} from '../../base/ui/fields/fields.tsx';
import { SelectField } from '../../base/ui/fields/select.tsx';
import { Section } from '../../base/ui/layout/page.tsx';
import {
  type ConductDraft,
  type ConductProblems,
  checkConduct,
} from '../brief/engagement-draft.ts';
import { engagementFormTexts } from '../brief/texts.ts';

const texts = engagementFormTexts.conduct;
const modes = () =>
  (['off', 'assume', 'wait'] as const).map((value) => ({ value, ...texts.askBack.modes[value] }));

interface ConductFieldsProps {
  value: ConductDraft;
  onChange: (conduct: ConductDraft) => void;
  error: unknown;
}

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
            options={modes()}
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

const researchTexts = engagementFormTexts.conduct.research;

interface ResearchFieldsProps {
  value: ConductDraft;
  onChange: (change: Partial<ConductDraft>) => void;
  problems: ConductProblems;
  error: unknown;
}

/** Allows and limits research on the web. Without a search provider it can only be turned off. */
function ResearchFields({ value, onChange, problems, error }: ResearchFieldsProps) {
  const { data } = useQuery(researchProviderQuery);
  const isMissing = data?.configured === false || isApiError(error, 'research_not_configured');
  const price = data?.usdPer1000 ? researchTexts.price(formatUsd(data.usdPer1000)) : '';
  return (
    <div className="flex flex-col gap-3">
      <CheckboxField
        label={researchTexts.label}
        hint={isMissing ? researchTexts.missing : sentences([researchTexts.hint, price])}
        name="research"
        disabled={isMissing && !value.research}
        checked={value.research}
        onChange={({ currentTarget }) => onChange({ research: currentTarget.checked })}
      />
      {value.research && (
        <div className="flex flex-col gap-4 pl-6.5">
          <TextAreaField
            label={researchTexts.domains}
            hint={researchTexts.domainsHint}
            name="domains"
            rows={3}
            spellCheck={false}
            value={value.domains}
            error={problems.domains}
            onChange={({ currentTarget }) => onChange({ domains: currentTarget.value })}
          />
          <TextField
            label={researchTexts.pages}
            name="maxPages"
            type="number"
            min={1}
            max={researchLimits.maximumPages}
            value={value.maxPages}
            error={problems.maxPages}
            onChange={({ currentTarget }) => onChange({ maxPages: currentTarget.value })}
          />
        </div>
      )}
    </div>
  );
}

const modelTexts = engagementFormTexts.model;

interface ModelFieldProps {
  /** Id of the pinned model; null lets the engine choose. */
  value: string | null;
  onChange: (model: string | null) => void;
  error: unknown;
}

export function ModelField({ value, onChange, error }: ModelFieldProps) {
  const { data, isSuccess, isError } = useQuery(modelsQuery);
  const { models } = data ?? { models: [] };
  const listed = new Map(
    models.map(({ id, tier }) => [id, modelTexts.option(id, modelTexts.tiers[tier])]),
  );
  const isGone = value !== null && isSuccess && !listed.has(value);
  const kept =
    value === null || listed.has(value)
      ? []
      : [{ value, label: isGone ? modelTexts.gone(value) : value }];
  const refusal = isApiError(error, 'unknown_model') ? modelTexts.refused : undefined;
  return (
    <div className="sm:w-88">
      <SelectField
        label={modelTexts.label}
        name="model"
        value={value ?? ''}
        onChange={(model) => onChange(model === '' ? null : model)}
        options={[
          { value: '', label: modelTexts.chosen },
          ...kept,
          ...[...listed].map(([id, label]) => ({ value: id, label })),
        ]}
        hint={isError ? modelTexts.unread : undefined}
        error={isGone ? modelTexts.goneAdvice : refusal}
      />
    </div>
  );
}
