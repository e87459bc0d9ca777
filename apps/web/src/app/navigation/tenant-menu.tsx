import { Check, ChevronsUpDown } from 'lucide-react';
import { useSwitchTenant } from '../../session/change-session.ts';
import { useSession } from '../../session/session.ts';
import { statusTexts } from '../../texts/en/shared/statuses.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { Menu, MenuGroup, MenuItem } from '../../ui/dialogs/menu.tsx';
import { TenantMark } from './tenant-mark.tsx';

/** Shows the current workspace, and switches to the user's other ones. */
export function TenantMenu() {
  const { tenant, tenants } = useSession();
  const switchTenant = useSwitchTenant();
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="flex w-full items-center gap-2.5 rounded-lg p-1.5 text-left hover:bg-hover">
          <TenantMark name={tenant.name} />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold leading-tight">{tenant.name}</span>
            <span className="block text-muted text-xs">{statusTexts.plan[tenant.plan]}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 text-muted" />
        </button>
      }
    >
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
    </Menu>
  );
}
