import { isApiError } from '@ecp/sdk/create-client';
import { ChevronRight } from 'lucide-react';
import { type ClipboardEvent, type ReactNode, useState } from 'react';
import { fieldError } from '../../base/api/explain-error.ts';
import { formatUtcDay } from '../../base/format/format.ts';
import { responsibilityTexts } from '../../base/texts/engagements.ts';
import { moreSettingsTexts as texts } from '../../base/texts/new-engagement.ts';
import { TextField } from '../../base/ui/fields/fields.tsx';
import { Section } from '../../base/ui/layout/page.tsx';
import { BriefField } from '../brief/brief-field.tsx';
import {
  checkDraft,
  type EngagementDraft,
  engagementFieldLimits,
} from '../brief/engagement-draft.ts';
import { engagementFormTexts } from '../brief/texts.ts';
import { WorkFields } from '../brief/work-fields.tsx';
import { ResponsibilityFields } from '../responsibility-fields.tsx';
import { ConductFields, ModelField } from './conduct-fields.tsx';

interface EngagementFieldsProps {
  draft: EngagementDraft;
  onChange: (draft: EngagementDraft) => void;
  /** Whether missing values are reported, too. This is set after the first attempt to submit. */
  showsMissing: boolean;
  error: unknown;
  /**
   * Called for what is pasted into the brief of a new engagement, whose form begins with it and is
   * short.
   */
  onPaste?: (event: ClipboardEvent) => void;
  children?: ReactNode;
}

export function EngagementFields(props: EngagementFieldsProps) {
  const { draft, onChange, showsMissing, error, onPaste, children } = props;
  const isNew = onPaste !== undefined;
  const problems = showsMissing ? checkDraft(draft) : {};
  const set = (change: Partial<EngagementDraft>) => onChange({ ...draft, ...change });
  const mustShow =
    problems.conduct === true ||
    isApiError(error, 'unknown_owner', 'unknown_model', 'research_not_configured') ||
    (isApiError(error) &&
      error.details.some(({ path }) => !/^\/(name|client|brief|budget|tasks)/.test(path)));
  const settings = (
    <>
      <Section title={responsibilityTexts.title} description={responsibilityTexts.description}>
        <ResponsibilityFields
          value={{ ownerId: draft.ownerId, dueDate: draft.dueDate }}
          onChange={set}
          error={error}
        />
      </Section>
      <Section
        title={engagementFormTexts.model.title}
        description={engagementFormTexts.model.description}
      >
        <ModelField value={draft.model} onChange={(model) => set({ model })} error={error} />
      </Section>
      <ConductFields value={draft.conduct} onChange={(conduct) => set({ conduct })} error={error} />
    </>
  );
  const names = (
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
  );
  return (
    <>
      <Section
        title={engagementFormTexts.details.title}
        description={engagementFormTexts.details.description}
      >
        <div className="flex flex-col gap-4">
          {!isNew && names}
          <BriefField
            value={draft.brief}
            onChange={(brief) => set({ brief })}
            opensPreview={draft.templateId !== null}
            onPaste={onPaste}
            error={problems.brief ?? fieldError(error, 'brief')}
          />
          {isNew && names}
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
      {isNew ? (
        <MoreSettings dueDate={draft.dueDate} mustShow={mustShow}>
          {settings}
        </MoreSettings>
      ) : (
        settings
      )}
    </>
  );
}

interface MoreSettingsProps {
  /**
   * YYYY-MM-DD; empty for none. It is shown while the settings are folded, because a request may
   * have set it.
   */
  dueDate: string;
  mustShow: boolean;
  children: ReactNode;
}

function MoreSettings({ dueDate, mustShow, children }: MoreSettingsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      open={isOpen || mustShow}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group rounded-xl"
    >
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-2 rounded-lg px-1 py-1.5">
        <ChevronRight aria-hidden className="size-4 text-muted group-open:rotate-90" />
        <span className="font-semibold">{texts.title}</span>
        <span className="text-muted text-sm">{texts.what}</span>
        {dueDate !== '' && (
          <span className="figures text-sm">{texts.due(formatUtcDay(dueDate))}</span>
        )}
      </summary>
      <div className="mt-3 flex flex-col gap-6">{children}</div>
    </details>
  );
}
