import type { Template } from '@ecp/contract/work/templates';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formatUsd } from '../../base/format/format.ts';
import { commonTexts } from '../../base/texts/common.ts';
import { startTexts as texts } from '../../base/texts/new-engagement.ts';
import { Button, ChoiceButtons, linkStyle } from '../../base/ui/buttons.tsx';
import { Skeleton } from '../../base/ui/states.tsx';
import type { EngagementDraft } from '../brief/engagement-draft.ts';
import { templateChoiceQuery } from '../brief/templates.ts';
import { newEngagementTexts } from '../brief/texts.ts';
import { type ReadingRequest, RequestPane } from './request-pane.tsx';

type Way = keyof typeof texts.ways;
const ways = () =>
  (Object.keys(texts.ways) as Way[]).map((value) => ({ value, label: texts.ways[value] }));

interface StartFromProps {
  initial: Way;
  draft: EngagementDraft;
  request: ReadingRequest;
  onTemplate: (template: Template | null) => void;
}

/**
 * Fills the form from a request as it came, or from a template. Both ways leave the form to be
 * checked.
 */
export function StartFrom({ initial, draft, request, onTemplate }: StartFromProps) {
  const [way, setWay] = useState<Way>(initial);
  return (
    <section aria-labelledby="start-from" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="start-from" className="font-semibold">
          {texts.title}
        </h2>
        <ChoiceButtons
          label={texts.title}
          choices={ways()}
          value={way}
          onChange={(next) => next && setWay(next)}
        />
      </div>
      {way === 'request' ? (
        <RequestPane request={request} brief={draft.brief} />
      ) : (
        <TemplatePicker value={draft.templateId} onChoose={onTemplate} />
      )}
    </section>
  );
}

const startTexts = newEngagementTexts.start;
/**
 * Number of cards that are shown at first: the blank page, the five system templates, and some own
 * ones.
 */
const fewCards = 8;

interface TemplatePickerProps {
  /** Id of the chosen template; null for a blank page. */
  value: string | null;
  onChoose: (template: Template | null) => void;
}

function TemplatePicker({ value, onChoose }: TemplatePickerProps) {
  const { data: templates = [], isPending, isError, refetch } = useQuery(templateChoiceQuery);
  const [showsAll, setShowsAll] = useState(false);
  const shown = templates.filter(({ id }, index) => showsAll || index < fewCards || id === value);
  const hidden = templates.length - shown.length;
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{startTexts.title}</legend>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <StartCard
          name={startTexts.scratch}
          hint={startTexts.scratchHint}
          checked={value === null}
          onChoose={() => onChoose(null)}
        />
        {shown.map((template) => (
          <StartCard
            key={template.id}
            name={template.name}
            hint={template.description}
            remark={[
              startTexts.figures(template.tasks.length, formatUsd(template.budget)),
              template.isSystem ? '' : startTexts.own,
            ]
              .filter(Boolean)
              .join(' · ')}
            checked={value === template.id}
            onChoose={() => onChoose(template)}
          />
        ))}
        {isPending &&
          Array.from({ length: 5 }, (_, card) => card).map((card) => (
            <Skeleton key={card} className="h-26" />
          ))}
      </div>
      {isError && (
        <p role="alert" className="mt-2 text-danger text-sm">
          {startTexts.failed}{' '}
          <button type="button" className={linkStyle} onClick={() => void refetch()}>
            {commonTexts.tryAgain}
          </button>
        </p>
      )}
      {hidden > 0 && (
        <Button kind="quiet" size="small" className="mt-2" onClick={() => setShowsAll(true)}>
          {startTexts.more(hidden)}
        </Button>
      )}
    </fieldset>
  );
}

interface StartCardProps {
  name: string;
  hint: string;
  remark?: string;
  checked: boolean;
  onChoose: () => void;
}

/** One starting point: a radio button that looks like a card. */
function StartCard({ name, hint, remark, checked, onChoose }: StartCardProps) {
  const id = useId();
  return (
    <label className="relative flex min-w-0 cursor-pointer flex-col rounded-lg border px-3.5 sm:h-26 py-2.5 transition-colors hover:bg-hover has-checked:border-accent-text has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text">
      <input
        type="radio"
        name="start"
        checked={checked}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-hint`}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <span id={`${id}-name`} className="truncate font-medium" title={name}>
        {name}
      </span>
      <span id={`${id}-hint`} className="line-clamp-2 text-muted text-sm" title={hint}>
        {hint}
      </span>
      {remark && <span className="figures mt-auto truncate text-muted text-xs">{remark}</span>}
    </label>
  );
}
