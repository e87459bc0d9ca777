import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useSession } from '../../session/session.ts';
import { settingsTexts } from '../../texts/en/settings/settings.ts';
import { LinkTabs } from '../../ui/layout/link-tabs.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { tabStyle } from '../../ui/layout/tab-style.ts';
import { settingsPages } from './settings-pages.ts';

/** Header and tabs of the settings. Tabs that the role may not read are hidden. */
export function SettingsLayout() {
  const { has } = useSession();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const part = settingsPages.find(({ to }) => path === to || path.startsWith(`${to}/`));
  return (
    <Page>
      <PageHeader
        title={settingsTexts.title}
        documentTitle={part && `${part.label} · ${settingsTexts.title}`}
        description={settingsTexts.description}
      />
      <LinkTabs label={settingsTexts.label}>
        {settingsPages
          .filter(({ role }) => has(role))
          .map(({ to, label }) => (
            <Link key={to} to={to} className={tabStyle}>
              {label}
            </Link>
          ))}
      </LinkTabs>
      <Outlet />
    </Page>
  );
}
