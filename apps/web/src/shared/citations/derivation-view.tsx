import type { Derivation } from '@ecp/contract/values/citations';
import type { ReactNode } from 'react';
import { readingTexts } from '../../base/texts/reading.ts';
import { formatQuantity } from '../data/data-grid.tsx';

const texts = readingTexts.derivation;
const signs: Readonly<Record<string, string>> = { '*': '×', '/': '÷', '-': '−' };

/** Writes a derivation as people read it: “Sessions planned 212 − Sessions held 140 = 72”. */
export function writeEquation({ expression, inputs, result }: Derivation): string {
  const values = new Map(
    inputs.map(({ label, name, value, unit }) => [
      label,
      [name, formatQuantity(value, unit)].filter(Boolean).join(' '),
    ]),
  );
  const named = expression.replace(
    /[A-Za-z_]\w*|[*/-]/g,
    (part) => values.get(part) ?? signs[part] ?? part,
  );
  return `${named} = ${formatQuantity(result, null)}`;
}

interface DerivationViewProps {
  derivation: Derivation;
  /** Renders where an input comes from, by the label of its footnote. */
  renderSource: (footnote: string) => ReactNode;
}

/** Shows how a figure follows, in words, and where each value comes from. */
export function DerivationView({ derivation, renderSource }: DerivationViewProps) {
  const { inputs } = derivation;
  return (
    <figure className="min-w-0 rounded-lg bg-sunken px-3 py-2.5 text-sm">
      <figcaption className="mb-1 text-muted text-xs">{texts.title}</figcaption>
      <p dir="auto" className="wrap-anywhere figures font-medium">
        {writeEquation(derivation)}
      </p>
      {inputs.length > 0 && (
        <dl aria-label={texts.inputs} className="mt-2 flex flex-col gap-1">
          {inputs.map(({ label, name, value, unit, citation, assumed }) => (
            <div key={label} className="figures flex flex-wrap gap-x-2">
              <dt dir="auto">{name ?? formatQuantity(value, unit)}</dt>
              <dd className="wrap-anywhere min-w-0 text-muted">
                {[name !== undefined && formatQuantity(value, unit), assumed && texts.assumed]
                  .filter(Boolean)
                  .join(' · ')}
                {name !== undefined || assumed ? (citation !== null || !assumed) && ' · ' : null}
                {citation === null ? !assumed && texts.noSource : renderSource(citation)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </figure>
  );
}
