import type { SearchResult } from '@ecp/contract/reach/search';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { describeResult, titleOfResult } from '../../domain/search/describe-result.ts';
import { MarkedSnippet } from '../../domain/search/marked-snippet.tsx';
import { ResultIcon } from '../../domain/search/result-icon.tsx';
import { keyOfResult, placeOfResult } from '../../domain/search/result-place.ts';
import { searchTexts } from '../../texts/en/findings/search.ts';
import { classNames } from '../../ui/class-names.ts';
import { usePageShortcuts } from '../../ui/keys/page-shortcuts.ts';

const texts = searchTexts;
/** Most results that the service returns (SEA-1). */
const mostResults = 50;
const resultLinks = 'ol[aria-busy] a';

interface ResultListProps {
  results: readonly SearchResult[];
  q: string;
  /** Whether these are the results of the search before, shown until the next ones arrive. */
  isOld: boolean;
}

/** The results, best first, each a link to its place. `j` and `k` go from one to the next. */
export function ResultList({ results, q, isOld }: ResultListProps) {
  const list = useRef<HTMLOListElement>(null);
  const step = (by: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const focused = links.findIndex((link) => link.matches(':focus'));
    links[Math.max(0, focused + by)]?.focus();
  };
  usePageShortcuts([
    { key: 'j', does: texts.keys.next, act: () => step(1), among: resultLinks },
    { key: 'k', does: texts.keys.previous, act: () => step(-1), among: resultLinks },
  ]);
  const { length } = results;
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="figures text-muted text-sm">
        {length < mostResults ? texts.count(length) : texts.best(length)}
      </p>
      <ol
        ref={list}
        aria-label={texts.results}
        aria-busy={isOld}
        className={classNames('flex flex-col divide-y overflow-hidden rounded-xl border', isOld && 'opacity-60')}
      >
        {results.map((result) => (
          <li key={keyOfResult(result)} className="relative flex items-start gap-3 px-4 py-3 hover:bg-hover">
            <ResultIcon kind={result.kind} className="mt-0.5 size-4 shrink-0 text-muted" />
            <div className="min-w-0">
              <Link
                {...placeOfResult(result, q)}
                dir="auto"
                className="wrap-anywhere font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text"
              >
                {titleOfResult(result)}
              </Link>
              <p className="wrap-anywhere text-muted text-sm">{describeResult(result)}</p>
              <p dir="auto" className="wrap-anywhere mt-1 max-w-3xl text-sm">
                <MarkedSnippet {...result} />
              </p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
