import { isApiError } from '@ecp/sdk/create-client';
import type { ReactNode } from 'react';
import { fieldError } from '../../api/field-errors.ts';
import { BriefField } from '../../domain/engagement-draft/brief-field.tsx';
import { blankConduct } from '../../domain/engagement-draft/conduct/conduct-draft.ts';
import { ConductFields } from '../../domain/engagement-draft/conduct/conduct-fields.tsx';
import {
  checkDraft,
  type EngagementDraft,
  engagementFieldLimits,
} from '../../domain/engagement-draft/engagement-draft.ts';
import { ModelField } from '../../domain/engagement-draft/model-field.tsx';
import { ResponsibilityFields } from '../../domain/engagement-draft/responsibility-fields.tsx';
import { WorkFields } from '../../domain/engagement-draft/work-fields.tsx';
import { engagementFormTexts } from '../../texts/en/engagement-form.ts';
import { responsibilityTexts } from '../../texts/en/waiting/responsibility.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { MoreSettings } from './more-settings.tsx';

interface EngagementFieldsProps {
  draft: EngagementDraft;
  onChange: (draft: EngagementDraft) => void;
  /** Whether missing values are reported, too. This is set after the first attempt to submit. */
  showsMissing: boolean;
  /** Error response of the API. Field errors are shown at their fields. */
  error: unknown;
  /** Whether the settings that an engagement can do without are folded. */
  folded?: boolean;
  /** Fields that only a new engagement has. */
  children?: ReactNode;
}

/** All fields of an engagement that users fill in (ENG-20). */
export function EngagementFields(props: EngagementFieldsProps) {
  const { draft, onChange, showsMissing, error, folded = false, children } = props;
  const problems = showsMissing ? checkDraft(draft) : {};
  const set = (change: Partial<EngagementDraft>) => onChange({ ...draft, ...change });
  const mustShow =
    problems.conduct === true ||
    isApiError(error, 'unknown_owner', 'unknown_model', 'research_not_configured') ||
    (isApiError(error) && error.details.some(({ path }) => !/^\/(name|client|brief|budget|tasks)/.test(path)));
  const settings = (
    <>
      <Section title={responsibilityTexts.title} description={responsibilityTexts.description}>
        <ResponsibilityFields
          value={{ ownerId: draft.ownerId ?? null, dueDate: draft.dueDate ?? '' }}
          onChange={set}
          error={error}
        />
      </Section>
      <Section title={engagementFormTexts.model.title} description={engagementFormTexts.model.description}>
        <ModelField value={draft.model ?? null} onChange={(model) => set({ model })} error={error} />
      </Section>
      <ConductFields value={draft.conduct ?? blankConduct} onChange={(conduct) => set({ conduct })} error={error} />
    </>
  );
  return (
    <>
      <Section title={engagementFormTexts.details.title} description={engagementFormTexts.details.description}>
        <div className="flex flex-col gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={engagementFormTexts.name}
              name="name"
              value={draft.name}
              maxLength={engagementFieldLimits.name}
              placeholder={engagementFormTexts.namePlaceholder}
              error={problems.name ?? fieldError(error, 'name')}
              onChange={({ currentTarget }) => set({ name: currentTarget.value })}
            />
            <TextField
              label={engagementFormTexts.client}
              name="client"
              value={draft.client}
              maxLength={engagementFieldLimits.client}
              placeholder={engagementFormTexts.clientPlaceholder}
              error={problems.client ?? fieldError(error, 'client')}
              onChange={({ currentTarget }) => set({ client: currentTarget.value })}
            />
          </div>
          <BriefField
            value={draft.brief}
            onChange={(brief) => set({ brief })}
            opensPreview={draft.templateId !== null}
            error={problems.brief ?? fieldError(error, 'brief')}
          />
        </div>
      </Section>
      <WorkFields
        draft={draft}
        onChange={set}
        budget={engagementFormTexts.budget}
        budgetProblem={problems.budget}
        showsMissing={showsMissing}
        error={error}
      />
      {children}
      {folded ? (
        <MoreSettings dueDate={draft.dueDate ?? ''} mustShow={mustShow}>
          {settings}
        </MoreSettings>
      ) : (
        settings
      )}
    </>
  );
}
