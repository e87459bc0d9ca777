import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useSession } from '../../base/session/session.ts';
import { linkStyle } from '../../base/ui/buttons.tsx';
import { Select } from '../../base/ui/fields/select.tsx';
import { Page, PageHeader } from '../../base/ui/layout/page.tsx';
import { settingsGroups, settingsPages, settingsTexts } from './settings-pages.ts';

/** A wide screen has the pages in groups beside the page, a narrow one in a list to choose from. */
export function SettingsLayout() {
  const { has } = useSession();
  const navigate = useNavigate();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const part = settingsPages.find(({ to }) => path === to || path.startsWith(`${to}/`));
  const pages = settingsPages.filter(({ role }) => has(role));
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
      <div className="flex items-start gap-8 max-lg:flex-col max-lg:items-stretch max-lg:gap-6">
        {part && (
          <div className="lg:hidden">
            <Select
              label={settingsTexts.page}
              className="h-9 w-full"
              options={pages.map(({ to, label }) => ({ value: to, label }))}
              value={part.to}
              onChange={(to) => void navigate({ to })}
            />
          </div>
        )}
        <nav
          aria-label={settingsTexts.label}
          className="sticky top-8 flex w-44 shrink-0 flex-col gap-5 max-lg:hidden"
        >
          {settingsGroups.map(({ group, label }) => (
            <div key={group}>
              <p className="px-2.5 pb-1 text-muted text-sm">{label}</p>
              <ul>
                {pages
                  .filter((page) => page.group === group)
                  .map((page) => (
                    <li key={page.to}>
                      <Link to={page.to} className={placeStyle}>
                        {page.label}
                      </Link>
                    </li>
                  ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className="flex min-w-0 flex-1 flex-col gap-6">
          <Outlet />
        </div>
      </div>
    </Page>
  );
}

const placeStyle =
  'block rounded-lg px-2.5 py-1.5 text-muted hover:bg-hover hover:text-ink data-[status=active]:bg-hover data-[status=active]:font-medium data-[status=active]:text-ink focus-visible:-outline-offset-2';
