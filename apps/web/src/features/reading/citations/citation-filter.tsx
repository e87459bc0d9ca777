import type { CitationState } from '@ecp/contract/values/citations';
import type { NumberedCitation } from '../../../domain/citations/index-citations.ts';
import { readingTexts } from '../../../texts/en/reading.ts';
import { classNames } from '../../../ui/class-names.ts';

const texts = readingTexts.citations;
const states = [
  'altered',
  'unsupported',
  'missing_source',
  'uncited',
  'unjudged',
  'computed',
  'verified',
] as const satisfies readonly CitationState[];

interface CitationFilterProps {
  citations: readonly NumberedCitation[];
  state: CitationState | null;
  onChange: (state: CitationState | null) => void;
}

/** Filters the list by state. States without citations are left out; with one state there is no filter. */
export function CitationFilter({ citations, state, onChange }: CitationFilterProps) {
  const count = (wanted: CitationState) => citations.filter((citation) => citation.state === wanted).length;
  const options = [
    { value: null, label: texts.all, total: citations.length },
    ...states.map((value) => ({ value, label: texts.filter[value], total: count(value) })),
  ].filter(({ total }) => total > 0);
  if (options.length <= 2) return null;
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{texts.filterLabel}</legend>
      {options.map(({ value, label, total }) => (
        <button
          key={label}
          type="button"
          aria-pressed={value === state}
          onClick={() => onChange(value)}
          className={classNames(
            'h-7 whitespace-nowrap rounded-lg px-2 text-sm',
            value === state ? 'bg-accent-soft font-medium text-accent-text' : 'text-muted hover:bg-hover',
          )}
        >
          {label} <span className="figures">{total}</span>
        </button>
      ))}
    </fieldset>
  );
}
