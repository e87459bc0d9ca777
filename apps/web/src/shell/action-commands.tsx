import { useNavigate } from '@tanstack/react-router';
import { ArrowLeftRight, Keyboard, LogOut, Monitor, Moon, Plus, Sun } from 'lucide-react';
import { useSignOut, useSwitchTenant } from '../session/change-session.ts';
import { useSession } from '../session/session.ts';
import { shellTexts } from '../texts/en/shell.ts';
import { chooseTheme, useShownTheme, useThemeChoice } from '../theme/theme.ts';
import { CommandGroup, CommandItem } from './command-item.tsx';
import { openShortcuts } from './overlays.ts';

const texts = shellTexts.commands;

/** What can be done from everywhere. */
export function ActionCommands() {
  const { has, tenant, tenants } = useSession();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const switchTenant = useSwitchTenant();
  return (
    <CommandGroup title={texts.actions}>
      {has('member') && (
        <CommandItem icon={<Plus />} onSelect={() => void navigate({ to: '/engagements/new' })}>
          {shellTexts.newEngagement}
        </CommandItem>
      )}
      <ThemeCommands />
      {tenants
        .filter(({ id }) => id !== tenant.id)
        .map(({ id, name }) => (
          <CommandItem
            key={id}
            value={`${texts.workspace(name)} ${id}`}
            icon={<ArrowLeftRight />}
            onSelect={() => switchTenant.mutate(id)}
          >
            {texts.workspace(name)}
          </CommandItem>
        ))}
      <CommandItem icon={<Keyboard />} onSelect={openShortcuts}>
        {shellTexts.shortcuts}
      </CommandItem>
      <CommandItem icon={<LogOut />} onSelect={() => signOut.mutate()}>
        {shellTexts.signOut}
      </CommandItem>
    </CommandGroup>
  );
}

function ThemeCommands() {
  const shown = useShownTheme();
  const chosen = useThemeChoice();
  return (
    <>
      {shown === 'light' ? (
        <CommandItem icon={<Moon />} onSelect={() => chooseTheme('dark')}>
          {texts.dark}
        </CommandItem>
      ) : (
        <CommandItem icon={<Sun />} onSelect={() => chooseTheme('light')}>
          {texts.light}
        </CommandItem>
      )}
      {chosen !== 'system' && (
        <CommandItem icon={<Monitor />} onSelect={() => chooseTheme('system')}>
          {texts.system}
        </CommandItem>
      )}
    </>
  );
}
