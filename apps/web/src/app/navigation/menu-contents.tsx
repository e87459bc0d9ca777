import { useNavigate } from '@tanstack/react-router';
import { Check, CircleHelp, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useSignOut, useSwitchTenant } from '../../base/session/change-session.ts';
import { useSession } from '../../base/session/session.ts';
import { statusTexts } from '../../base/texts/common.ts';
import { shellTexts } from '../../base/texts/shell.ts';
import { MenuGroup, MenuItem, MenuSeparator } from '../../base/ui/dialogs/menu.tsx';
import { chooseTheme, useThemeChoice } from '../../base/ui/theme/theme.ts';
import { openShortcuts } from './overlays.ts';

/** The workspaces of the person. */
export function TenantItems() {
  const { tenant, tenants } = useSession();
  const switchTenant = useSwitchTenant();
  return (
    <>
      <MenuGroup title={shellTexts.workspaces}>
        {tenants.map(({ id, name, role }) => (
          <MenuItem key={id} onSelect={() => id !== tenant.id && switchTenant.mutate(id)}>
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <span className="text-muted text-xs">{statusTexts.role[role]}</span>
            {id === tenant.id && <Check aria-hidden />}
          </MenuItem>
        ))}
      </MenuGroup>
      {tenants.length === 1 && (
        <p className="max-w-60 px-2.5 py-1.5 text-muted text-xs">{shellTexts.otherWorkspaces}</p>
      )}
    </>
  );
}

const themes = [
  { choice: 'system', icon: Monitor },
  { choice: 'light', icon: Sun },
  { choice: 'dark', icon: Moon },
] as const;

/** The look of the pages, help and the way out. */
export function AccountItems() {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const chosen = useThemeChoice();
  return (
    <>
      <MenuGroup title={shellTexts.theme.title}>
        {themes.map(({ choice, icon: Icon }) => (
          <MenuItem icon={Icon} key={choice} onSelect={() => chooseTheme(choice)}>
            <span className="flex-1">{shellTexts.theme[choice]}</span>
            {chosen === choice && <Check aria-hidden />}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuSeparator />
      <MenuItem
        icon={CircleHelp}
        label={shellTexts.help}
        onSelect={() => void navigate({ to: '/help' })}
      />
      <MenuItem icon={Keyboard} label={shellTexts.shortcuts} onSelect={openShortcuts} />
      <MenuItem icon={LogOut} label={shellTexts.signOut} onSelect={() => signOut.mutate()} />
    </>
  );
}
