import { Link, useLocation } from '@tanstack/react-router';
import { Plus, Search } from 'lucide-react';
import { useSession } from '../../session/session.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { classNames } from '../../ui/class-names.ts';
import { Kbd } from '../../ui/keys/kbd.tsx';
import { modifierKey } from '../../ui/keys/modifier-key.ts';
import { AccountMenu } from './account-menu.tsx';
import { navigationItems } from './navigation-items.ts';
import { openCommands } from './overlays.ts';
import { TenantMenu } from './tenant-menu.tsx';
import { UnreadCount } from './unread-count.tsx';
import { WaitingCount } from './waiting-count.tsx';

/** The main navigation: beside the page on wide screens, in a drawer on a phone. */
export function SideNavigation() {
  const { has } = useSession();
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <div className="flex h-full flex-col gap-3 p-3">
      <TenantMenu />
      <button
        type="button"
        onClick={openCommands}
        className="flex h-8 items-center gap-2 rounded-lg border bg-surface px-2.5 text-left text-muted text-sm hover:bg-hover"
      >
        <Search aria-hidden className="size-4" />
        <span className="flex-1 truncate">{shellTexts.search}</span>
        <Kbd>{`${modifierKey} K`}</Kbd>
      </button>
      <nav aria-label={shellTexts.navigation} className="flex-1 overflow-y-auto">
        <ul className="flex flex-col gap-0.5">
          {navigationItems
            .filter(({ role }) => !role || has(role))
            .map(({ to, below, label, icon: Icon }) => {
              const current = path === below || path.startsWith(`${below}/`);
              return (
                <li key={to}>
                  <Link
                    to={to}
                    aria-current={current ? 'page' : undefined}
                    className={classNames(
                      'flex h-8 items-center gap-2.5 rounded-lg px-2.5 font-medium focus-visible:-outline-offset-2',
                      current ? 'bg-hover text-ink' : 'text-muted hover:bg-hover hover:text-ink',
                    )}
                  >
                    <Icon aria-hidden className="size-4" />
                    {label}
                    {to === '/inbox' && <UnreadCount />}
                    {(to === '/queue' || to === '/questions') && <WaitingCount of={to} />}
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
      <AccountMenu />
    </div>
  );
}
