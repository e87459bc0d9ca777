import { Check, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useSignOut } from '../../session/change-session.ts';
import { useSession } from '../../session/session.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { chooseTheme, useThemeChoice } from '../../theme/theme.ts';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../ui/dialogs/menu.tsx';
import { openShortcuts } from './overlays.ts';

const themes = [
  { choice: 'system', icon: Monitor },
  { choice: 'light', icon: Sun },
  { choice: 'dark', icon: Moon },
] as const;

/** The menu of the signed-in user: theme, shortcuts, sign-out. */
export function AccountMenu() {
  const { user } = useSession();
  const signOut = useSignOut();
  const chosen = useThemeChoice();
  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <button type="button" className="flex w-full items-center gap-2.5 rounded-lg p-1.5 text-left hover:bg-hover">
          <span className="sr-only">{shellTexts.account}</span>
          <span
            aria-hidden
            className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent-text text-sm"
          >
            {(user.name ?? user.email).slice(0, 1).toUpperCase()}
          </span>
          <span className="min-w-0">
            <span className="block truncate leading-tight">{user.name ?? user.email}</span>
            <span className="block truncate text-muted text-xs">{user.email}</span>
          </span>
        </button>
      }
    >
      <MenuGroup title={shellTexts.theme.title}>
        {themes.map(({ choice, icon: Icon }) => (
          <MenuItem key={choice} onSelect={() => chooseTheme(choice)}>
            <Icon aria-hidden />
            <span className="flex-1">{shellTexts.theme[choice]}</span>
            {chosen === choice && <Check aria-hidden />}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuSeparator />
      <MenuItem onSelect={openShortcuts}>
        <Keyboard aria-hidden />
        {shellTexts.shortcuts}
      </MenuItem>
      <MenuItem onSelect={() => signOut.mutate()}>
        <LogOut aria-hidden />
        {shellTexts.signOut}
      </MenuItem>
    </Menu>
  );
}
