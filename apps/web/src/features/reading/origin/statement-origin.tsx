import { useContext } from 'react';
import { nameSource } from '../../../domain/citations/cited-source-line.tsx';
import { DerivationView } from '../../../domain/citations/derivation-view.tsx';
import type { NumberedCitation } from '../../../domain/citations/index-citations.ts';
import { readQueryCitation } from '../../../domain/data/name-query.ts';
import { readingTexts } from '../../../texts/en/reading.ts';
import { linkStyle } from '../../../ui/layout/link-style.ts';
import { Elsewhere } from './elsewhere.tsx';
import { QueryOrigin } from './query-origin.tsx';
import { ReadingContext } from './reading-context.ts';

/**
 * Shows where a statement comes from beyond its quote: the expression with its inputs, or the query with its result;
 * then where else its figures stand.
 */
export function StatementOrigin({ citation }: { citation: NumberedCitation }) {
  const { source, derivation } = citation;
  const queryId = source.kind === 'query' ? readQueryCitation(source.title) : undefined;
  return (
    <div className="flex min-w-0 flex-col gap-3 empty:hidden">
      {derivation && <DerivationView derivation={derivation} renderSource={renderSource} />}
      {queryId !== undefined && <QueryOrigin queryId={queryId} />}
      <Elsewhere citation={citation} />
    </div>
  );
}

const renderSource = (footnote: string) => <InputSource footnote={footnote} />;

/** Names the footnote of an input with its source, and leads to it. */
function InputSource({ footnote }: { footnote: string }) {
  const { citations } = useContext(ReadingContext);
  const cited = citations.find((one) => one.footnote?.toLowerCase() === footnote.toLowerCase());
  return (
    <>
      <a href={`#fn-${encodeURIComponent(footnote.toLowerCase())}`} className={linkStyle}>
        {readingTexts.citations.number(cited?.number ?? footnote)}
      </a>
      {cited && `, ${nameSource(cited)}`}
    </>
  );
}
