import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireSession } from '../../session/guards.ts';
import { rootRoute } from './root-route.ts';

/** The parent of all pages for signed-in people. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('../shell/app-shell.tsx'), 'AppShell'),
});
