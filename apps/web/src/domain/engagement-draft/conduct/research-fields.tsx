import { researchLimits } from '@ecp/contract/values/limits';
import { isApiError } from '@ecp/sdk/create-client';
import { useQuery } from '@tanstack/react-query';
import { formatUsd } from '../../../format/format.ts';
import { engagementFormTexts } from '../../../texts/en/engagement-form.ts';
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { ConductDraft, ConductProblems } from './conduct-draft.ts';
import { researchProviderQuery } from './research-query.ts';

const texts = engagementFormTexts.conduct.research;

interface ResearchFieldsProps {
  value: ConductDraft;
  onChange: (change: Partial<ConductDraft>) => void;
  problems: ConductProblems;
  error: unknown;
}

/** Allows and limits research on the web. Without a search provider it can only be turned off. */
export function ResearchFields({ value, onChange, problems, error }: ResearchFieldsProps) {
  const { data } = useQuery(researchProviderQuery);
  const isMissing = data?.configured === false || isApiError(error, 'research_not_configured');
  const price = data?.usdPer1000 ? ` ${texts.price(formatUsd(data.usdPer1000))}` : '';
  return (
    <div className="flex flex-col gap-3">
      <CheckboxField
        label={texts.label}
        hint={isMissing ? texts.missing : texts.hint + price}
        name="research"
        disabled={isMissing && !value.research}
        checked={value.research}
        onChange={({ currentTarget }) => onChange({ research: currentTarget.checked })}
      />
      {value.research && (
        <div className="flex flex-col gap-4 pl-6.5">
          <TextAreaField
            label={texts.domains}
            hint={texts.domainsHint}
            name="domains"
            rows={3}
            spellCheck={false}
            value={value.domains}
            error={problems.domains}
            onChange={({ currentTarget }) => onChange({ domains: currentTarget.value })}
          />
          <TextField
            label={texts.pages}
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
