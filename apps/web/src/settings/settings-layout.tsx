import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useSession } from '../session/session.ts';
import { linkStyle } from '../ui/buttons.tsx';
import { Page, PageHeader } from '../ui/layout/page.tsx';
import { LinkTabs, tabStyle } from '../ui/layout/tabs.tsx';
import { settingsPages, settingsTexts } from './settings-pages.ts';

export function SettingsLayout() {
  const { has } = useSession();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const part = settingsPages.find(({ to }) => path === to || path.startsWith(`${to}/`));
  return (
    <Page>
      <PageHeader
        title={settingsTexts.title}
        documentTitle={part && `${part.label} · ${settingsTexts.title}`}
        description={
          <>
            {settingsTexts.description}{' '}
            {has('admin') && (
              <Link to="/dashboard/admin/health" className={linkStyle}>
                {settingsTexts.health}
              </Link>
            )}
          </>
        }
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
