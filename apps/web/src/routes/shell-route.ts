import { createRoute } from '@tanstack/react-router';
import { requireSession } from '../session/guards.ts';
import { AppShell } from '../shell/app-shell.tsx';
import { rootRoute } from './root-route.ts';

/** Above all pages of signed-in people. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: requireSession,
  component: AppShell,
});
