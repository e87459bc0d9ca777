import type { Template } from '@ecp/contract/work/templates';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { templateChoiceQuery } from '../../../domain/templates/queries.ts';
import { formatUsd } from '../../../format/format.ts';
import { newEngagementTexts } from '../../../texts/en/engagement-form.ts';
import { commonTexts } from '../../../texts/en/shared/common.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { linkStyle } from '../../../ui/layout/link-style.ts';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { StartCard } from './start-card.tsx';

const texts = newEngagementTexts.start;
/** Number of cards that are shown at first: the blank page, the five system templates, and some own ones. */
const fewCards = 8;

interface TemplatePickerProps {
  /** Id of the chosen template; null for a blank page. */
  value: string | null;
  onChoose: (template: Template | null) => void;
}

/** Chooses a blank page or a template from cards. */
export function TemplatePicker({ value, onChoose }: TemplatePickerProps) {
  const { data: templates = [], isPending, isError, refetch } = useQuery(templateChoiceQuery);
  const [showsAll, setShowsAll] = useState(false);
  const shown = templates.filter(({ id }, index) => showsAll || index < fewCards || id === value);
  const hidden = templates.length - shown.length;
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{texts.title}</legend>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <StartCard
          name={texts.scratch}
          hint={texts.scratchHint}
          checked={value === null}
          onChoose={() => onChoose(null)}
        />
        {shown.map((template) => (
          <StartCard
            key={template.id}
            name={template.name}
            hint={template.description}
            remark={[
              texts.figures(template.tasks.length, formatUsd(template.budget)),
              template.isSystem ? '' : texts.own,
            ]
              .filter(Boolean)
              .join(' · ')}
            checked={value === template.id}
            onChoose={() => onChoose(template)}
          />
        ))}
        {isPending &&
          Array.from({ length: 5 }, (_, card) => card).map((card) => <Skeleton key={card} className="h-26" />)}
      </div>
      {isError && (
        <p role="alert" className="mt-2 text-danger text-sm">
          {texts.failed}{' '}
          <button type="button" className={linkStyle} onClick={() => void refetch()}>
            {commonTexts.tryAgain}
          </button>
        </p>
      )}
      {hidden > 0 && (
        <Button kind="quiet" size="small" className="mt-2" onClick={() => setShowsAll(true)}>
          {texts.more(hidden)}
        </Button>
      )}
    </fieldset>
  );
}
