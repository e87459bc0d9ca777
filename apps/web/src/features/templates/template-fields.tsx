import { fieldError } from '../../api/field-errors.ts';
import { BriefField } from '../../domain/engagement-draft/brief-field.tsx';
import { engagementFieldLimits, maxTemplateDescription } from '../../domain/engagement-draft/engagement-draft.ts';
import { WorkFields } from '../../domain/engagement-draft/work-fields.tsx';
import { templateTexts } from '../../texts/en/templates.ts';
import { TextAreaField } from '../../ui/fields/text-area-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { checkTemplate, type TemplateDraft } from './template-draft.ts';

const texts = templateTexts.form;

interface TemplateFieldsProps {
  draft: TemplateDraft;
  onChange: (draft: TemplateDraft) => void;
  /** Whether missing values are reported, too. This is set after the first attempt to submit. */
  showsMissing: boolean;
  /** Error response of the API. Field errors are shown at their fields. */
  error: unknown;
}

/** All fields of a template that users fill in. */
export function TemplateFields({ draft, onChange, showsMissing, error }: TemplateFieldsProps) {
  const problems = showsMissing ? checkTemplate(draft) : {};
  const set = (change: Partial<TemplateDraft>) => onChange({ ...draft, ...change });
  return (
    <>
      <Section title={texts.about.title} description={texts.about.description}>
        <div className="flex flex-col gap-4">
          <TextField
            label={texts.name}
            value={draft.name}
            maxLength={engagementFieldLimits.name}
            placeholder={texts.namePlaceholder}
            error={problems.name ?? fieldError(error, 'name')}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          <TextAreaField
            label={texts.when}
            rows={2}
            value={draft.description}
            maxLength={maxTemplateDescription}
            placeholder={texts.whenPlaceholder}
            error={problems.description ?? fieldError(error, 'description')}
            onChange={({ currentTarget }) => set({ description: currentTarget.value })}
          />
        </div>
      </Section>
      <Section title={texts.brief.title} description={texts.brief.description}>
        <BriefField
          value={draft.brief}
          onChange={(brief) => set({ brief })}
          error={problems.brief ?? fieldError(error, 'brief')}
        />
      </Section>
      <WorkFields
        draft={draft}
        onChange={set}
        budget={texts.budget}
        budgetProblem={problems.budget}
        showsMissing={showsMissing}
        error={error}
      />
    </>
  );
}
