import { isOpen } from '@ecp/contract/values/citation-counts';
import { PanelRightOpen } from 'lucide-react';
import { memo, useContext } from 'react';
import { readingTexts } from '../../../base/texts/reading.ts';
import { Button } from '../../../base/ui/buttons.tsx';
import { classNames } from '../../../base/ui/class-names.ts';
import { defer } from '../../../base/ui/defer.ts';
import { CitationStateBadge, isOfAssumptions } from '../../../shared/citations/citation-state.tsx';
import { ReadingContext } from '../reading-context.ts';
import type { NumberedCitation } from './citation-index.ts';
import { CitedSourceLine, isCalculation, nameCitation } from './cited-source.tsx';
import { markFigures, markQuote, type Piece } from './compare-words.ts';

const texts = readingTexts.citations;
/** Only altered words are compared word by word, so the comparison loads with the first of them. */
const differences = defer(() => import('./mark-differences.ts'));

interface EvidenceProps {
  citation: NumberedCitation;
  engagementId: string;
}

/**
 * Shows the evidence of a citation: state, reason, source and passage. Different quoted words are
 * shown, too.
 */
export const CitationEvidence = memo(function Evidence({ citation, engagementId }: EvidenceProps) {
  const { state, reason, source, page, index, footnote, quote } = citation;
  const isNameless = source.kind === 'unknown' && source.title === '';
  // The derivation below names the sources of its values, and a statement without a source has none
  // to name.
  const hasSource =
    !isNameless || (isCalculation(citation) ? citation.derivation === null : quote !== null);
  const { filename: document, version, openSource } = useContext(ReadingContext);
  const archived = page && { page, document, version, citation: index };
  return (
    <div className="flex min-w-0 flex-col gap-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <CitationStateBadge state={state} derivation={citation.derivation} />
        <span className="text-muted text-sm">{nameCitation(citation)}</span>
      </div>
      {state !== 'verified' && (
        <p className="text-sm">
          {isOfAssumptions(citation) ? texts.explainedAssumptions : texts.explained[state]}{' '}
          {reason && <strong className="font-medium">{toSentence(reason)}</strong>}
        </p>
      )}
      {hasSource && (
        <CitedSourceLine
          source={source}
          isCalculated={isCalculation(citation)}
          engagementId={engagementId}
          archived={archived}
          onOpen={footnote === null ? undefined : () => openSource(footnote)}
        />
      )}
      <Words citation={citation} />
    </div>
  );
});

const toSentence = (reason: string) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;

function Words({ citation: { claim, quote, passage, state } }: { citation: NumberedCitation }) {
  if (passage === null)
    return quote === null ? null : <Passage title={texts.documentSays} pieces={plain(quote)} />;
  if (quote === null) return <Passage pieces={plain(passage)} />;
  if (!isOpen({ state })) return <Passage pieces={markQuote(passage, quote)} tone="good" />;
  const words = markQuote(passage, quote);
  if (words.some(({ marked }) => marked)) {
    // The quote occurs in the source, but the claim before it contradicts the source.
    return (
      <>
        <Passage title={texts.documentSays} pieces={markFigures(claim, passage)} tone="danger" />
        <Passage title={texts.sourceSays} pieces={words} />
      </>
    );
  }
  return <AlteredWords quote={quote} passage={passage} />;
}

function AlteredWords({ quote, passage }: { quote: string; passage: string }) {
  const comparison = differences.useModule(true);
  const { said, source } = comparison?.markDifferences(quote, passage) ?? {
    said: plain(quote),
    source: plain(passage),
  };
  return (
    <>
      <Passage title={texts.documentSays} pieces={said} tone="danger" />
      <Passage title={texts.nearest} pieces={source} tone="good" />
    </>
  );
}

const plain = (text: string): Piece[] => [{ text, marked: false }];

interface PassageProps {
  title?: string;
  pieces: Piece[];
  tone?: 'good' | 'danger';
}

function Passage({ title, pieces, tone = 'good' }: PassageProps) {
  const mark = tone === 'good' ? 'bg-good-soft text-good' : 'bg-danger-soft text-danger';
  return (
    <figure className="min-w-0">
      {title && <figcaption className="mb-0.5 text-muted text-xs">{title}</figcaption>}
      <blockquote
        dir="auto"
        className={classNames(
          ' border-s-2 ps-3 leading-relaxed',
          tone === 'danger' && 'border-danger/40',
        )}
      >
        {pieces.map(({ text, marked }, index) => {
          const key = `${index} ${text}`;
          return marked ? (
            <mark key={key} className={`rounded-sm ${mark}`}>
              {text}
            </mark>
          ) : (
            <span key={key}>{text}</span>
          );
        })}
      </blockquote>
    </figure>
  );
}

interface OpenSourceProps {
  citation: NumberedCitation;
  /** Called first, such as to close the window that the button is in. */
  onPress?: () => void;
}

/** Shows the source of a citation beside the text. Statements without a footnote have none. */
export function OpenSource({ citation: { footnote }, onPress }: OpenSourceProps) {
  const { openSource } = useContext(ReadingContext);
  if (footnote === null) return null;
  return (
    <Button
      icon={PanelRightOpen}
      kind="quiet"
      size="small"
      onClick={() => {
        onPress?.();
        openSource(footnote);
      }}
    >
      {texts.showSource}
    </Button>
  );
}
