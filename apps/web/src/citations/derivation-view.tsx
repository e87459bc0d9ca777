import type { Derivation } from '@ecp/contract/values/citations';
import type { ReactNode } from 'react';
import { formatQuantity } from '../data/data-grid.tsx';
import { readingTexts } from '../texts/reading.ts';

const texts = readingTexts.derivation;

interface DerivationViewProps {
  derivation: Derivation;
  /** Renders where an input comes from, by the label of its footnote. */
  renderSource: (footnote: string) => ReactNode;
}

export function DerivationView({ derivation, renderSource }: DerivationViewProps) {
  const { expression, inputs, result } = derivation;
  return (
    <figure className="min-w-0 rounded-lg bg-sunken px-3 py-2.5 text-sm">
      <figcaption className="mb-1 text-muted text-xs">{texts.title}</figcaption>
      <p className="wrap-anywhere figures font-mono">
        {expression} = <strong className="font-semibold">{formatQuantity(result, null)}</strong>
      </p>
      {inputs.length > 0 && (
        <dl aria-label={texts.inputs} className="mt-2 flex flex-col gap-1">
          {inputs.map(({ label, value, unit, citation, assumed }) => (
            <div key={label} className="figures flex flex-wrap gap-x-2">
              <dt className="font-mono">{label} =</dt>
              <dd className="wrap-anywhere min-w-0">
                {formatQuantity(value, unit)}
                <span className="text-muted">
                  {assumed && ` · ${texts.assumed}`}
                  {citation === null ? !assumed && ` · ${texts.noSource}` : <> · {renderSource(citation)}</>}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </figure>
  );
}
