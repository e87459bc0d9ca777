import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { requireSession } from '../../base/session/guards.ts';
import { loadNotices } from '../shell/notices.tsx';

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({});

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  async beforeLoad(guarded) {
    const session = await requireSession(guarded);
    await loadNotices(guarded.context.queryClient, session.session, guarded.location.pathname);
    return session;
  },
  component: lazyRouteComponent(() => import('../shell/app-shell.tsx'), 'AppShell'),
});

/**
 * Reads one text from the query of an address; returns an empty object if it is absent, empty or
 * not a text.
 */
export function readText<K extends string>(
  search: Record<string, unknown>,
  name: K,
): { [P in K]?: string } {
  const value = search[name];
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return (typeof text === 'string' && text !== '' ? { [name]: text } : {}) as { [P in K]?: string };
}
