import { type ClipboardEvent, lazy, Suspense, useState } from 'react';
import { formatCount } from '../../base/format/format.ts';
import { ChoiceButtons } from '../../base/ui/buttons.tsx';
import { controlStyle, Field } from '../../base/ui/fields/fields.tsx';
import { SkeletonRows } from '../../base/ui/states.tsx';
import { engagementFieldLimits } from './engagement-draft.ts';
import { countNeededBlanks } from './templates.ts';
import { engagementFormTexts } from './texts.ts';

const Markdown = lazy(async () => ({
  default: (await import('../../shared/markdown/markdown.tsx')).Markdown,
}));
const { briefTabs } = engagementFormTexts;
const views = () =>
  (['write', 'preview'] as const).map((value) => ({ value, label: briefTabs[value] }));

interface BriefFieldProps {
  value: string;
  onChange: (brief: string) => void;
  error: string | undefined;
  onPaste?: ((event: ClipboardEvent) => void) | undefined;
  /** Whether the brief is shown as its readers see it until the person chooses to write. */
  opensPreview?: boolean;
}

export function BriefField({
  value,
  onChange,
  error,
  onPaste,
  opensPreview = false,
}: BriefFieldProps) {
  const [chosen, setChosen] = useState<boolean>();
  const preview = chosen ?? opensPreview;
  return (
    <div className="grid gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_17rem]">
      <Field
        label={engagementFormTexts.brief}
        error={error}
        hint={<BriefRemarks brief={value} />}
        aside={
          <ChoiceButtons
            label={briefTabs.label}
            choices={views()}
            value={preview ? 'preview' : 'write'}
            onChange={(view) => setChosen(view === 'preview')}
          />
        }
      >
        {(attributes) =>
          preview ? (
            <BriefPreview brief={value} {...attributes} />
          ) : (
            <textarea
              {...attributes}
              name="brief"
              rows={16}
              maxLength={engagementFieldLimits.brief}
              value={value}
              placeholder={engagementFormTexts.briefPlaceholder}
              onPaste={onPaste}
              onChange={({ currentTarget }) => onChange(currentTarget.value)}
              className={`${controlStyle} resize-y py-2`}
            />
          )
        }
      </Field>
      <BriefGuide />
    </div>
  );
}

function BriefPreview({ brief, id }: { brief: string; id: string }) {
  return (
    <section
      id={id}
      aria-label={briefTabs.preview}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: A long brief scrolls.
      tabIndex={0}
      className="max-h-[32rem] min-h-40 overflow-y-auto rounded-lg border px-4 py-3"
    >
      {brief.trim() === '' ? (
        <p className="text-muted">{engagementFormTexts.briefEmpty}</p>
      ) : (
        <Suspense fallback={<SkeletonRows className="h-4 w-full" />}>
          <Markdown text={brief} size="compact" topLevel={3} idPrefix="brief-" />
        </Suspense>
      )}
    </section>
  );
}

function BriefRemarks({ brief }: { brief: string }) {
  const blanks = countNeededBlanks(brief);
  return (
    <span className="flex flex-wrap justify-between gap-x-4">
      <span>
        {engagementFormTexts.briefHint}
        {blanks > 0 && (
          <span className="ml-1.5 font-medium text-warn">{engagementFormTexts.blanks(blanks)}</span>
        )}
      </span>
      {brief.length > engagementFieldLimits.brief / 2 && (
        <span className="figures">
          {engagementFormTexts.characters(
            formatCount(brief.length),
            formatCount(engagementFieldLimits.brief),
          )}
        </span>
      )}
    </span>
  );
}

const { guide } = engagementFormTexts;

function BriefGuide() {
  return (
    <aside aria-label={guide.title} className="h-fit rounded-lg bg-canvas p-4 text-sm lg:mt-7">
      <p className="font-medium">{guide.title}</p>
      <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-4 text-muted marker:text-line-strong">
        {guide.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </aside>
  );
}
