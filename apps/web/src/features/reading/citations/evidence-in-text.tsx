import { TriangleAlert } from 'lucide-react';
import { nameState, stateIcons } from '../../../domain/citations/citation-state.tsx';
import { nameSource } from '../../../domain/citations/cited-source-line.tsx';
import type { NumberedCitation } from '../../../domain/citations/index-citations.ts';
import type { FootnoteCall } from '../../../domain/markdown/markdown-options.ts';
import { readingTexts } from '../../../texts/en/reading.ts';
import type { EvidenceControl } from './evidence-control.ts';
import { EvidenceTrigger } from './evidence-trigger.tsx';

const texts = readingTexts.citations;

interface EvidenceCallProps {
  control: EvidenceControl;
  call: FootnoteCall;
  citation: NumberedCitation | undefined;
}

/** The number of a footnote in the text with the state of its citation. It opens the evidence. */
export function EvidenceCall({ control, call, citation }: EvidenceCallProps) {
  const { number, id, footnoteId } = call;
  if (!citation) {
    return (
      <a href={`#${footnoteId}`} id={id} aria-label={texts.unchecked(number)} className="call">
        {number}
      </a>
    );
  }
  const { state } = citation;
  const Icon = stateIcons[state];
  return (
    <EvidenceTrigger
      control={control}
      payload={{ citation, footnoteId }}
      id={id}
      label={texts.call(number, nameState(citation), nameSource(citation))}
      className={`call call-${state}`}
    >
      {state !== 'verified' && <Icon aria-hidden />}
      {number}
    </EvidenceTrigger>
  );
}

interface EvidencePlaceProps {
  control: EvidenceControl;
  citation: NumberedCitation | undefined;
}

/** The state of a statement that has no footnote, behind its words. It opens the evidence. */
export function EvidencePlace({ control, citation }: EvidencePlaceProps) {
  if (!citation) return null;
  const { state } = citation;
  const Icon = stateIcons[state];
  return (
    <EvidenceTrigger
      control={control}
      payload={{ citation, footnoteId: null }}
      label={texts.place(nameState(citation))}
      className={`call place call-${state}`}
    >
      <Icon aria-hidden />
    </EvidenceTrigger>
  );
}

interface EvidenceMarkProps {
  control: EvidenceControl;
  reason: string;
  citation: NumberedCitation | undefined;
}

/**
 * The mark that the check of earlier releases put into documents after a failed citation. It opens the evidence if that
 * is known.
 */
export function EvidenceMark({ control, reason, citation }: EvidenceMarkProps) {
  const content = (
    <>
      <TriangleAlert aria-hidden />
      {readingTexts.markdown.notVerified(reason)}
    </>
  );
  if (!citation) return <mark className="unverified">{content}</mark>;
  return (
    <EvidenceTrigger control={control} payload={{ citation, footnoteId: null }} className="unverified">
      {content}
    </EvidenceTrigger>
  );
}
