import type { SearchResult } from '@ecp/contract/reach/search';
import { Fragment } from 'react';

/** The passage of a result with the words of the search marked (SEA-3). */
export function MarkedSnippet({ snippet, marks }: Pick<SearchResult, 'snippet' | 'marks'>) {
  return (
    <>
      {marks.map(([start, end], index) => (
        <Fragment key={start}>
          {snippet.slice(marks[index - 1]?.[1] ?? 0, start)}
          <mark className="rounded-sm bg-accent-soft font-medium text-accent-text">{snippet.slice(start, end)}</mark>
        </Fragment>
      ))}
      {snippet.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  );
}
