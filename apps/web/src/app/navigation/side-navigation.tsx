import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Bell, ChevronsUpDown, CircleHelp, Plus, Search } from 'lucide-react';
import { brandingQuery } from '../../base/api/firm-queries.ts';
import {
  countedAtMost,
  queueCountQuery,
  sumOf,
  unreadNoticesQuery,
} from '../../base/api/waiting-queries.ts';
import { useSession } from '../../base/session/session.ts';
import { statusTexts } from '../../base/texts/common.ts';
import { shellTexts } from '../../base/texts/shell.ts';
import { CountBadge } from '../../base/ui/badges.tsx';
import { buttonStyle } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { defer } from '../../base/ui/defer.ts';
import { Menu } from '../../base/ui/dialogs/menu.tsx';
import { FirmMark } from '../../base/ui/firm-mark.tsx';
import { Kbd, modifierKey } from '../../base/ui/keys.tsx';
import { placesFor } from './navigation-items.ts';
import { openCommands } from './overlays.ts';

/** The main navigation: beside the page on wide screens, in a drawer on a phone. */
export function SideNavigation() {
  const { has } = useSession();
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <div className="flex h-full flex-col gap-3 p-3">
      <div className="flex items-center gap-1">
        <TenantMenu />
        <Notices />
      </div>
      <button
        type="button"
        onClick={openCommands}
        className="flex min-h-8 items-center gap-2 rounded-lg border bg-surface px-2.5 py-1 text-left text-muted text-sm hover:bg-hover"
      >
        <Search aria-hidden className="size-4" />
        <span className="min-w-0 flex-1">{shellTexts.search}</span>
        <Kbd>{`${modifierKey()} K`}</Kbd>
      </button>
      <nav aria-label={shellTexts.navigation} className="flex-1 overflow-y-auto">
        <ul className="flex flex-col gap-0.5">
          {placesFor(has).map(({ to, below, label, icon: Icon }) => {
            const current = below.some((place) => path === place || path.startsWith(`${place}/`));
            return (
              <li key={to}>
                <Link
                  to={to}
                  search={{}}
                  aria-current={current ? 'page' : undefined}
                  className={classNames(
                    'flex h-8 items-center gap-2.5 rounded-lg px-2.5 font-medium focus-visible:-outline-offset-2',
                    current ? 'bg-hover text-ink' : 'text-muted hover:bg-hover hover:text-ink',
                  )}
                >
                  <Icon aria-hidden className="size-4" />
                  {label()}
                  {to === '/home' && <WaitingCount />}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      {has('member') && (
        <Link to="/engagements/new" className={buttonStyle('secondary')}>
          <Plus aria-hidden className="size-4" />
          {shellTexts.newEngagement}
        </Link>
      )}
      <div className="flex items-center gap-1">
        <AccountMenu />
        <Link to="/help" title={shellTexts.help} className={iconLinkStyle}>
          <CircleHelp aria-hidden className="size-4" />
          <span className="sr-only">{shellTexts.help}</span>
        </Link>
      </div>
    </div>
  );
}

const iconLinkStyle =
  'relative flex size-8 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink';

/** The bell: opens the notices, and shows how many are unread. */
export function Notices() {
  const { data: unread = 0 } = useQuery(unreadNoticesQuery);
  return (
    <Link to="/inbox" search={{}} title={shellTexts.notices} className={iconLinkStyle}>
      <Bell aria-hidden className="size-4" />
      <span className="sr-only">{shellTexts.notices}</span>
      <span className="absolute -top-0.5 left-4.5 flex rounded-md bg-canvas">
        <CountBadge count={unread} below={countedAtMost} describe={shellTexts.unread} />
      </span>
    </Link>
  );
}

/** The contents of the two menus. They load when somebody points at or focuses one of the menus. */
const contents = defer(() => import('./menu-contents.tsx'));

function MenuContents({ of }: { of: 'TenantItems' | 'AccountItems' }) {
  const parts = contents.useModule(true);
  if (!parts) return null;
  const Items = parts[of];
  return <Items />;
}

function TenantMenu() {
  const { tenant } = useSession();
  const { data: branding } = useQuery(brandingQuery);
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex min-w-0 flex-1 items-center gap-2.5 rounded-lg p-1.5 text-left hover:bg-hover"
        >
          <span className="min-w-0 flex-1">
            <span className="flex h-7 min-w-0 items-center gap-2">
              <FirmMark
                logo={branding?.logoUrl}
                name={tenant.name}
                initial={<Initial name={tenant.name} />}
                logoStyle="h-7 rounded-lg border"
                narrowStyle="w-7 p-0.5"
                wideStyle="max-w-full px-1.5 py-0.5"
                nameStyle="truncate font-semibold leading-tight"
              />
            </span>
            <span className="mt-0.5 block text-muted text-xs">{statusTexts.plan[tenant.plan]}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 text-muted" />
        </button>
      }
    >
      <MenuContents of="TenantItems" />
    </Menu>
  );
}

/** The first letter of the firm's name, where it has no logo. */
function Initial({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="flex size-7 shrink-0 items-center justify-center rounded-lg bg-accent font-semibold text-accent-ink"
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}

function AccountMenu() {
  const { user } = useSession();
  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <button
          type="button"
          className="flex min-w-0 flex-1 items-center gap-2.5 rounded-lg p-1.5 text-left hover:bg-hover"
        >
          <span className="sr-only">{shellTexts.account}</span>
          <span
            aria-hidden
            className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent-text text-sm"
          >
            {(user.name ?? user.email).slice(0, 1).toUpperCase()}
          </span>
          <span className="min-w-0">
            <span className="block truncate leading-tight">{user.name ?? user.email}</span>
            {user.name !== null && (
              <span className="block truncate text-muted text-xs">{user.email}</span>
            )}
          </span>
        </button>
      }
    >
      <MenuContents of="AccountItems" />
    </Menu>
  );
}

/** The number of things that wait for the user. */
function WaitingCount() {
  const { data } = useQuery(queueCountQuery());
  return (
    <CountBadge
      count={data === undefined ? 0 : sumOf(data)}
      below={100}
      describe={shellTexts.waiting}
    />
  );
}
