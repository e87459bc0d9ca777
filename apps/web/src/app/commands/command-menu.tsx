import { Dialog } from '@base-ui/react/dialog';
import { Command } from 'cmdk';
import { useState } from 'react';
import { searchTexts } from '../../texts/en/findings/search.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { closeOverlay } from '../navigation/overlays.ts';
import { ActionCommands } from './action-commands.tsx';
import { EngagementCommands } from './engagement-commands.tsx';
import { FoundEngagements, FoundTemplates } from './found-commands.tsx';
import { FoundTexts } from './found-texts.tsx';
import { PageCommands } from './page-commands.tsx';
import { rankCommand } from './rank-command.ts';
import { useFoundTexts } from './use-found-texts.ts';

const texts = shellTexts.commands;

/** Finds every action and page by a few letters, and below them the texts with the words (SEA-8). Commands of the current page come first. */
export function CommandMenu() {
  const [text, setText] = useState('');
  const { q, results, state } = useFoundTexts(text);
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
            <Command.List className="max-h-96 overflow-y-auto p-2">
              <Command.Empty className="px-3 py-6 text-center text-muted">{texts.none}</Command.Empty>
              <EngagementCommands text={text} />
              <ActionCommands />
              <PageCommands text={text} />
              <FoundEngagements text={text} />
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
