import type { SearchResult } from '@ecp/contract/reach/search';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { describeResult, titleOfResult } from '../../domain/search/describe-result.ts';
import { MarkedSnippet } from '../../domain/search/marked-snippet.tsx';
import { ResultIcon } from '../../domain/search/result-icon.tsx';
import { keyOfResult, placeOfResult } from '../../domain/search/result-place.ts';
import { searchTexts } from '../../texts/en/findings/search.ts';
import { CommandGroup, CommandItem } from './command-item.tsx';
import { foundPrefix } from './rank-command.ts';

interface FoundTextsProps {
  q: string;
  results: readonly SearchResult[];
}

/** Texts with the typed words, each opening at its place, and the way to all results (SEA-8). */
export function FoundTexts({ q, results }: FoundTextsProps) {
  const navigate = useNavigate();
  if (results.length === 0) return null;
  return (
    <CommandGroup title={searchTexts.menu.group}>
      {results.map((result) => (
        <CommandItem
          key={keyOfResult(result)}
          id={`${foundPrefix}${keyOfResult(result)}`}
          icon={<ResultIcon kind={result.kind} />}
          label={titleOfResult(result)}
          note={describeResult(result)}
          detail={<MarkedSnippet {...result} />}
          onSelect={() => void navigate(placeOfResult(result, q))}
        />
      ))}
      <CommandItem
        id={`${foundPrefix}all`}
        icon={<Search />}
        label={searchTexts.menu.all(q)}
        onSelect={() => void navigate({ to: '/search', search: { q } })}
      />
    </CommandGroup>
  );
}
