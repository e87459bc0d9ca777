import { useMutation } from '@tanstack/react-query';
import {
  Link,
  Outlet,
  useLocation,
  useMatches,
  useNavigate,
  useRouter,
} from '@tanstack/react-router';
import { Menu as MenuIcon, WifiOff, X } from 'lucide-react';
import {
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import {
  api,
  isConnected,
  type ProofRequest,
  registerProofDialog,
  subscribeToConnection,
} from '../../base/api/client.ts';
import { sentence } from '../../base/format/words.ts';
import { rich } from '../../base/language/rich.tsx';
import { useSession, useSessionEnded } from '../../base/session/session.ts';
import { commonTexts, statusTexts } from '../../base/texts/common.ts';
import { confirmAddressTexts, shellTexts } from '../../base/texts/shell.ts';
import { IconButton, linkStyle } from '../../base/ui/buttons.tsx';
import { defer } from '../../base/ui/defer.ts';
import { isFreeKey } from '../../base/ui/keys.tsx';
import { SkipLink } from '../../base/ui/layout/page.tsx';
import { stickToTop } from '../../base/ui/layout/sticky-bar.ts';
import { PageSkeleton } from '../../base/ui/states.tsx';
import { placesFor } from '../navigation/navigation-items.ts';
import {
  closeOverlay,
  openCommands,
  openNavigation,
  openShortcuts,
  useOverlay,
} from '../navigation/overlays.ts';
import { Notices, SideNavigation } from '../navigation/side-navigation.tsx';
import { NoModelNotice, nameNotice } from './notices.tsx';

const CommandMenu = lazy(async () => ({
  default: (await import('../commands/command-menu.tsx')).CommandMenu,
}));
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}));
const ProofDialog = lazy(async () => ({
  default: (await import('./proof-dialog.tsx')).ProofDialog,
}));
const SignInAgain = lazy(async () => ({
  default: (await import('./sign-in-again.tsx')).SignInAgain,
}));
const navigationDrawer = defer(() => import('../navigation/navigation-drawer.tsx'));

export function AppShell() {
  useShortcuts();
  const { tenant, user, security } = useSession();
  const naming = nameNotice.useModule(user.name === null);
  const router = useRouter();
  const proof = useProofRequest();
  const ended = useSessionEnded();
  const overlay = useOverlay();
  const drawer = navigationDrawer.useModule(overlay === 'navigation');
  const path = useLocation({ select: ({ pathname }) => pathname });
  // The address changes before the page: the notice comes with the page, and does not move the one
  // that leaves.
  const shown = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page begins without overlay, and with its own focus.
  useEffect(() => {
    closeOverlay();
    // A link of the navigation would keep the focus, and with it the shortcuts of the page that it
    // has opened.
    if (document.activeElement?.closest('aside'))
      document.getElementById('content')?.focus({ preventScroll: true });
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
      {/* A page marked so fills what the notices leave of the window, and scrolls within. */}
      <div className="flex min-w-0 flex-1 flex-col bg-surface has-data-fills-window:h-dvh">
        <TopBar />
        <main
          id="content"
          tabIndex={-1}
          className="flex-1 outline-none has-data-fills-window:flex has-data-fills-window:min-h-0 has-data-fills-window:flex-col"
        >
          <ConfirmAddressNotice key={`confirm ${tenant.id}`} />
          <WelcomeNotice key={tenant.id} />
          {shown.startsWith('/engagements/') && <NoModelNotice />}
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
      <IconButton icon={MenuIcon} label={shellTexts.openNavigation} onClick={openNavigation} />
      <span className="min-w-0 flex-1 truncate font-semibold">{tenant.name}</span>
      <Notices />
    </header>
  );
}

/** Says at once that the service cannot be reached, over the page, so that nothing moves. */
function ConnectionNotice() {
  const connected = useSyncExternalStore(subscribeToConnection, isConnected);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-3 z-50 flex justify-center px-3"
    >
      {!connected && (
        <p className="flex items-center gap-2 rounded-lg border bg-surface px-4 py-2 shadow-lg">
          <WifiOff aria-hidden className="size-4 shrink-0 text-danger" />
          {shellTexts.disconnected}
        </p>
      )}
    </div>
  );
}

function ConfirmAddressNotice() {
  const { user, confirmationPending } = useSession();
  const again = useMutation({ mutationFn: () => api.requestConfirmation({}) });
  if (!confirmationPending) return null;
  return (
    <section
      aria-label={confirmAddressTexts.label}
      className="border-b bg-accent-soft px-4 py-2 text-sm md:px-8"
    >
      <p className="wrap-anywhere">
        <span className="max-2xl:hidden">{confirmAddressTexts.askFor(user.email)}</span>
        <span className="2xl:hidden">{confirmAddressTexts.ask}</span>{' '}
        {confirmAddressTexts.otherwise}{' '}
        {again.isSuccess ? (
          <span role="status" className="font-medium">
            {confirmAddressTexts.sent}
          </span>
        ) : (
          <button
            type="button"
            className={linkStyle}
            disabled={again.isPending}
            onClick={() => again.mutate()}
          >
            {confirmAddressTexts.again}
          </button>
        )}
      </p>
    </section>
  );
}

const welcomeTexts = shellTexts.welcome;
/** Members who joined longer ago see no notice, in any browser. */
const newForMs = 14 * 86_400_000;

/**
 * Welcomes an invited member until dismissed: names the workspace and the role, and says how to
 * sign in again.
 */
function WelcomeNotice() {
  const { user, tenant, role } = useSession();
  const key = `welcomed:${user.id}`;
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(key) !== null);
  const isNew = user.invitedBy !== null && Date.now() - Date.parse(user.createdAt) < newForMs;
  if (dismissed || !isNew) return null;
  const dismiss = () => {
    localStorage.setItem(key, 'yes');
    setDismissed(true);
  };
  return (
    <section
      aria-label={welcomeTexts.label}
      className="flex items-start gap-3 border-b bg-accent-soft px-4 py-2.5 md:px-8"
    >
      <p className="min-w-0 flex-1">
        <span className="font-medium">{sentence(welcomeTexts.title(tenant.name))}</span>{' '}
        {welcomeTexts.role(statusTexts.role[role])}{' '}
        {rich(
          'You signed in with an emailed link. You can request one each time, or <a>choose a password</a>.',
          {
            a: (words) => (
              <Link to="/forgot-password" className={linkStyle}>
                {words}
              </Link>
            ),
          },
        )}
      </p>
      <IconButton icon={X} label={welcomeTexts.dismiss} onClick={dismiss} className="-my-1" />
    </section>
  );
}

/** A request that waits for the person, and what the dialog calls. */
interface WaitingProof {
  request: ProofRequest;
  onDone: () => void;
  onCancel: () => void;
}

/**
 * Lets the client ask for proofs while the frame is shown. Returns the request that waits, if there
 * is one.
 */
function useProofRequest(): WaitingProof | null {
  const [waiting, setWaiting] = useState<WaitingProof | null>(null);
  useEffect(() => {
    registerProofDialog(
      (request) =>
        new Promise((resolve) => {
          const close = (isProven: boolean) => () => {
            setWaiting(null);
            resolve(isProven);
          };
          setWaiting({ request, onDone: close(true), onCancel: close(false) });
        }),
    );
    return () => registerProofDialog(null);
  }, []);
  return waiting;
}

/** Limits the time between `g` and the letter of a page. */
const sequenceMs = 1_200;

/**
 * Shortcuts that work on every page of the shell, except while a control has the focus or a dialog
 * is open.
 */
function useShortcuts(): void {
  const navigate = useNavigate();
  const { has } = useSession();
  // A ref, because the component may render between the two keys.
  const goingSinceMs = useRef(Number.NEGATIVE_INFINITY);
  useLayoutEffect(() => {
    const act = ({ key, timeStamp }: KeyboardEvent): boolean => {
      const going = timeStamp - goingSinceMs.current < sequenceMs;
      goingSinceMs.current = key === 'g' ? timeStamp : Number.NEGATIVE_INFINITY;
      const place = going ? placesFor(has).find((entry) => entry.key === key) : undefined;
      const search = document.querySelector<HTMLInputElement>('[data-search]');
      if (place) void navigate({ to: place.to, search: {} });
      else if (key === '?') openShortcuts();
      else if (key === 'c' && has('member')) void navigate({ to: '/engagements/new' });
      else if (key === '/' && search) search.focus();
      else return false;
      return true;
    };
    const listen = (event: KeyboardEvent) => {
      const { key, metaKey, ctrlKey } = event;
      if ((metaKey || ctrlKey) && key.toLowerCase() === 'k') {
        event.preventDefault();
        openCommands();
      } else if (isFreeKey(event) && act(event)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [navigate, has]);
}
