import { Link } from '@tanstack/react-router';
import { nameSlug } from '../../format/name-slug.ts';
import { figureTexts } from '../../texts/en/analytics/figures.ts';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { CitationStateBadge } from '../citations/citation-state.tsx';
import type { FigureValue } from './queries.ts';

interface FigureValuesProps {
  engagementId: string;
  /** Accessible name of the list. */
  label: string;
  values: readonly FigureValue[];
  /** Document that the reader has open; it is named, not linked. */
  here?: string | undefined;
}

/** Lists where a figure stands: its value as written, the result of its check, and a link to the document. */
export function FigureValues({ engagementId, label, values, here }: FigureValuesProps) {
  return (
    <ul aria-label={label} className="flex flex-col gap-1.5">
      {values.map(({ text, filename, version, section, state }, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a document may state a value twice in a section.
          key={`${filename} ${section} ${text} ${at}`}
          className="flex flex-wrap items-center gap-x-2.5 gap-y-1"
        >
          <span dir="auto" className="figures font-medium">
            {text}
          </span>
          <CitationStateBadge state={state} />
          <span className="wrap-anywhere min-w-0 text-muted text-sm">
            {filename === here ? (
              figureTexts.elsewhere.here
            ) : (
              <Link
                to="/engagements/$engagementId/deliverables/$filename"
                params={{ engagementId, filename }}
                search={{}}
                className={linkStyle}
              >
                {nameSlug(filename)}
              </Link>
            )}{' '}
            {[figureTexts.version(version), section && figureTexts.inSection(section)].filter(Boolean).join(', ')}
          </span>
        </li>
      ))}
    </ul>
  );
}
