import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { Bell, Menu as MenuIcon } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { useSessionEnded } from '../../session/ended-session.ts';
import { useSession } from '../../session/session.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { defer } from '../../ui/defer.ts';
import { SkipLink } from '../../ui/layout/skip-link.tsx';
import { stickToTop } from '../../ui/layout/sticky-bar.ts';
import { PageSkeleton } from '../../ui/states/skeleton.tsx';
import { closeOverlay, openNavigation, useOverlay } from '../navigation/overlays.ts';
import { SideNavigation } from '../navigation/side-navigation.tsx';
import { UnreadCount } from '../navigation/unread-count.tsx';
import { ConfirmAddressNotice } from './confirm-address-notice.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { useProofRequest } from './use-proof-request.ts';
import { useResumedApprovals } from './use-resumed-approvals.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { WelcomeNotice } from './welcome-notice.tsx';

const CommandMenu = lazy(async () => ({ default: (await import('../commands/command-menu.tsx')).CommandMenu }));
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }));
const ProofDialog = lazy(async () => ({ default: (await import('./proof-dialog.tsx')).ProofDialog }));
const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }));
const nameNotice = defer(() => import('./name-notice.tsx'));
const navigationDrawer = defer(() => import('../navigation/navigation-drawer.tsx'));

/** The frame around every page for signed-in people. */
export function AppShell() {
  useShortcuts();
  useResumedApprovals();
  const { tenant, user, security } = useSession();
  const naming = nameNotice.useModule(user.name === null);
  const router = useRouter();
  const proof = useProofRequest();
  const ended = useSessionEnded();
  const overlay = useOverlay();
  const drawer = navigationDrawer.useModule(overlay === 'navigation');
  const path = useLocation({ select: ({ pathname }) => pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page begins without overlay, and with its own focus.
  useEffect(() => {
    closeOverlay();
    // A link of the navigation would keep the focus, and with it the shortcuts of the page that it has opened.
    if (document.activeElement?.closest('aside')) document.getElementById('content')?.focus({ preventScroll: true });
  }, [path]);
  const isFactorMissing = security?.secondFactorMissing ?? false;
  useEffect(() => {
    // The guard leads to the page where a second factor is set up.
    if (isFactorMissing) void router.invalidate();
  }, [isFactorMissing, router]);
  return (
    <div className="flex min-h-dvh">
      <SkipLink>{commonTexts.skipToContent}</SkipLink>
      <ConnectionNotice />
      <aside className="sticky top-0 hidden h-dvh w-60 shrink-0 border-r bg-canvas md:block print:hidden">
        <SideNavigation />
      </aside>
      <div className="flex min-w-0 flex-1 flex-col bg-surface">
        <TopBar />
        <main id="content" tabIndex={-1} className="flex-1 outline-none">
          <ConfirmAddressNotice key={`confirm ${tenant.id}`} />
          <WelcomeNotice key={tenant.id} />
          {naming && <naming.NameNotice key={`name ${tenant.id}`} />}
          <Suspense fallback={<PageSkeleton />}>
            <Outlet key={tenant.id} />
          </Suspense>
        </main>
      </div>
      {drawer && <drawer.NavigationDrawer open={overlay === 'navigation'} />}
      <Suspense fallback={null}>
        {ended && <SignInAgain />}
        {proof && <ProofDialog {...proof} />}
        {overlay === 'commands' && <CommandMenu />}
        {overlay === 'shortcuts' && <ShortcutsDialog />}
      </Suspense>
    </div>
  );
}

function TopBar() {
  const { tenant } = useSession();
  return (
    <header
      ref={stickToTop}
      className="sticky top-0 z-30 flex h-12 items-center gap-2 border-b bg-surface px-2 md:hidden print:hidden"
    >
      <IconButton label={shellTexts.openNavigation} onClick={openNavigation}>
        <MenuIcon aria-hidden />
      </IconButton>
      <span className="min-w-0 flex-1 truncate font-semibold">{tenant.name}</span>
      <Link
        to="/inbox"
        className="flex h-8 min-w-8 items-center justify-center gap-1.5 rounded-lg px-2 text-muted hover:bg-hover"
      >
        <Bell aria-hidden className="size-4" />
        <span className="sr-only">{shellTexts.inbox}</span>
        <UnreadCount />
      </Link>
    </header>
  );
}
