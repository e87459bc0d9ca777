import { Dialog } from '@base-ui/react/dialog';
import type { SearchResult } from '@ecp/contract/reach/search';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { commandTexts as texts } from '../../base/texts/overlays.ts';
import {
  describeResult,
  keyOfResult,
  MarkedSnippet,
  placeOfResult,
  ResultIcon,
  searchQuery,
  titleOfResult,
} from '../../shared/search/search-results.tsx';
import { searchTexts } from '../../shared/search/texts.ts';
import { closeOverlay } from '../navigation/overlays.ts';
import {
  ActionCommands,
  CommandGroup,
  CommandItem,
  EngagementCommands,
  FoundEngagements,
  FoundTemplates,
  PageCommands,
} from './commands.tsx';
import { foundPrefix, rankCommand } from './rank-command.ts';

/**
 * Finds every action and page by a few letters, and below them the texts with the words. Commands
 * of the current page come first.
 */
export function CommandMenu() {
  const [text, setText] = useState('');
  const settled = useSettled(text.trim(), pauseMs);
  const { q, results, state } = useFoundTexts(text, settled);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && closeOverlay()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup className="fixed top-[12dvh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 rounded-xl border bg-surface outline-none">
          <Dialog.Title className="sr-only">{texts.title}</Dialog.Title>
          <Command label={texts.title} filter={rankCommand} loop>
            <Command.Input
              value={text}
              onValueChange={setText}
              placeholder={texts.placeholder}
              className="h-12 w-full border-b bg-transparent px-4 outline-none"
            />
            <Command.List label={texts.list} className="max-h-96 overflow-y-auto p-2">
              <Command.Empty className="px-3 py-6 text-center text-muted">
                {texts.none}
              </Command.Empty>
              <EngagementCommands text={text} />
              <ActionCommands />
              <PageCommands text={text} />
              <FoundEngagements q={settled} />
              <FoundTemplates text={text} />
              <FoundTexts q={q} results={results} />
            </Command.List>
            <p role="status" className="border-t px-5 py-2 text-muted text-sm empty:hidden">
              {state !== 'idle' && searchTexts.menu[state]}
            </p>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface FoundTextsProps {
  q: string;
  results: readonly SearchResult[];
}

function FoundTexts({ q, results }: FoundTextsProps) {
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

/** The pause of typing after which the service is asked. */
const pauseMs = 300;
/** One letter would find nearly everything. */
const shortestSearch = 2;
const foundAtOnce = 6;

interface FoundByService {
  q: string;
  results: readonly SearchResult[];
  state: 'idle' | 'searching' | 'failed';
}

function useFoundTexts(text: string, settled: string): FoundByService {
  const typed = text.trim();
  const q = typed.length < shortestSearch ? '' : settled;
  const { data = [], isError, isFetching } = useQuery(searchQuery({ q }));
  if (q.length < shortestSearch) return { q: '', results: [], state: 'idle' };
  const results = data.filter(({ kind }) => kind !== 'engagement').slice(0, foundAtOnce);
  if (isError) return { q, results: [], state: 'failed' };
  return { q, results, state: isFetching ? 'searching' : 'idle' };
}

/** Returns a value once it has stayed the same for a moment. */
function useSettled<T>(value: T, pauseMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
