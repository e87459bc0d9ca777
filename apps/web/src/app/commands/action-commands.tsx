import { useNavigate } from '@tanstack/react-router';
import { ArrowLeftRight, Keyboard, LogOut, Monitor, Moon, Plus, Sun } from 'lucide-react';
import { useSignOut, useSwitchTenant } from '../../session/change-session.ts';
import { useSession } from '../../session/session.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { chooseTheme, useShownTheme, useThemeChoice } from '../../theme/theme.ts';
import { openShortcuts } from '../navigation/overlays.ts';
import { CommandGroup, CommandItem } from './command-item.tsx';

const texts = shellTexts.commands;

/** Actions that are available on every page. */
export function ActionCommands() {
  const { has, tenant, tenants } = useSession();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const switchTenant = useSwitchTenant();
  return (
    <CommandGroup title={texts.actions}>
      {has('member') && (
        <CommandItem
          icon={<Plus />}
          label={shellTexts.newEngagement}
          onSelect={() => void navigate({ to: '/engagements/new' })}
        />
      )}
      <ThemeCommands />
      {tenants
        .filter(({ id }) => id !== tenant.id)
        .map(({ id, name }) => (
          <CommandItem
            key={id}
            id={id}
            icon={<ArrowLeftRight />}
            label={texts.workspace(name)}
            onSelect={() => switchTenant.mutate(id)}
          />
        ))}
      <CommandItem icon={<Keyboard />} label={shellTexts.shortcuts} onSelect={openShortcuts} />
      <CommandItem icon={<LogOut />} label={shellTexts.signOut} onSelect={() => signOut.mutate()} />
    </CommandGroup>
  );
}

function ThemeCommands() {
  const shown = useShownTheme();
  const chosen = useThemeChoice();
  return (
    <>
      {shown === 'light' ? (
        <CommandItem icon={<Moon />} label={texts.dark} onSelect={() => chooseTheme('dark')} />
      ) : (
        <CommandItem icon={<Sun />} label={texts.light} onSelect={() => chooseTheme('light')} />
      )}
      {chosen !== 'system' && (
        <CommandItem icon={<Monitor />} label={texts.system} onSelect={() => chooseTheme('system')} />
      )}
    </>
  );
}
