import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Keyboard, LogOut, Moon, Plus, Sun, Target } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { engagementSearchQuery } from '../features/engagements/queries.ts';
import { useSignOut } from '../session/change-session.ts';
import { useSession } from '../session/session.ts';
import { shellTexts } from '../texts/en/shell.ts';
import { chooseTheme } from '../theme/theme.ts';
import { closeOverlay, openShortcuts } from './overlays.ts';
import { places } from './places.ts';

const texts = shellTexts.commands;

/** Everything one can do or go to, by a few letters. */
export function CommandMenu() {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && closeOverlay()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup className="fixed top-[12dvh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 rounded-xl border bg-surface outline-none">
          <Dialog.Title className="sr-only">{texts.title}</Dialog.Title>
          <Commands />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Commands() {
  const [text, setText] = useState('');
  const { has } = useSession();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const run = (act: () => void) => () => {
    closeOverlay();
    act();
  };
  return (
    <Command label={texts.title}>
      <Command.Input
        autoFocus
        value={text}
        onValueChange={setText}
        placeholder={texts.placeholder}
        className="h-12 w-full border-b bg-transparent px-4 outline-none"
      />
      <Command.List className="max-h-96 overflow-y-auto p-2">
        <Command.Empty className="px-3 py-6 text-center text-muted">{texts.none}</Command.Empty>
        <Command.Group heading={texts.actions} className={groupStyle}>
          {has('member') && (
            <Item icon={<Plus />} onSelect={run(() => void navigate({ to: '/engagements/new' }))}>
              {shellTexts.newEngagement}
            </Item>
          )}
          <Item icon={<Sun />} onSelect={run(() => chooseTheme('light'))}>
            {`${shellTexts.theme.title}: ${shellTexts.theme.light}`}
          </Item>
          <Item icon={<Moon />} onSelect={run(() => chooseTheme('dark'))}>
            {`${shellTexts.theme.title}: ${shellTexts.theme.dark}`}
          </Item>
          <Item icon={<Keyboard />} onSelect={openShortcuts}>
            {shellTexts.shortcuts}
          </Item>
          <Item icon={<LogOut />} onSelect={run(() => signOut.mutate())}>
            {shellTexts.signOut}
          </Item>
        </Command.Group>
        <Command.Group heading={texts.pages} className={groupStyle}>
          {places
            .filter(({ role }) => !role || has(role))
            .map(({ to, label, icon: Icon }) => (
              <Item key={to} icon={<Icon />} onSelect={run(() => void navigate({ to }))}>
                {label}
              </Item>
            ))}
        </Command.Group>
        <FoundEngagements text={text} />
      </Command.List>
    </Command>
  );
}

function FoundEngagements({ text }: { text: string }) {
  const q = useDeferredValue(text.trim());
  const navigate = useNavigate();
  const { data = [] } = useQuery(engagementSearchQuery(q));
  if (data.length === 0) return null;
  const open = (engagementId: string) => {
    closeOverlay();
    void navigate({ to: '/engagements/$engagementId', params: { engagementId } });
  };
  return (
    <Command.Group heading={texts.engagements} className={groupStyle} forceMount>
      {data.map(({ id, name, client }) => (
        <Item key={id} value={`${name} ${client} ${id}`} icon={<Target />} onSelect={() => open(id)}>
          <span className="truncate">{name}</span>
          <span className="truncate text-muted text-sm">{client}</span>
        </Item>
      ))}
    </Command.Group>
  );
}

const groupStyle =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted';

interface ItemProps {
  icon: ReactNode;
  onSelect: () => void;
  value?: string;
  children: ReactNode;
}

function Item({ icon, onSelect, value, children }: ItemProps) {
  return (
    <Command.Item
      {...(value === undefined ? {} : { value })}
      onSelect={onSelect}
      className="flex cursor-pointer items-center gap-3 rounded-lg px-3 py-2 data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
    >
      {icon}
      {children}
    </Command.Item>
  );
}
