import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireNoSession } from '../../session/guards.ts';
import { rootRoute } from './root-route.ts';
import { readText } from './search-text.ts';

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'auth',
  component: lazyRouteComponent(() => import('../../features/auth/auth-layout.tsx'), 'AuthLayout'),
});

const signInRoute = createRoute({
  getParentRoute: () => authRoute,
  path: '/sign-in',
  beforeLoad: requireNoSession,
  validateSearch: (search): { next?: string; notice?: string } => ({
    ...readText(search, 'next'),
    ...readText(search, 'notice'),
  }),
  component: lazyRouteComponent(() => import('../../features/auth/sign-in-page.tsx'), 'SignInPage'),
});

const signInByLinkRoute = createRoute({
  getParentRoute: () => authRoute,
  path: '/sign-in/link',
  validateSearch: (search): { token?: string; fields?: string } => ({
    ...readText(search, 'token'),
    ...readText(search, 'fields'),
  }),
  component: lazyRouteComponent(() => import('../../features/auth/sign-in-by-link-page.tsx'), 'SignInByLinkPage'),
});

const signUpRoute = createRoute({
  getParentRoute: () => authRoute,
  path: '/sign-up',
  beforeLoad: requireNoSession,
  component: lazyRouteComponent(() => import('../../features/auth/sign-up-page.tsx'), 'SignUpPage'),
});

const forgotRoute = createRoute({
  getParentRoute: () => authRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('../../features/auth/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});

const resetRoute = createRoute({
  getParentRoute: () => authRoute,
  path: '/reset-password',
  validateSearch: (search): { token?: string } => readText(search, 'token'),
  component: lazyRouteComponent(() => import('../../features/auth/reset-password-page.tsx'), 'ResetPasswordPage'),
});

const goodbyeRoute = createRoute({
  getParentRoute: () => authRoute,
  path: '/goodbye',
  component: lazyRouteComponent(() => import('../../features/auth/goodbye-page.tsx'), 'GoodbyePage'),
});

const unsubscribeRoute = createRoute({
  getParentRoute: () => authRoute,
  path: '/unsubscribe/$token',
  component: lazyRouteComponent(() => import('../../features/unsubscribe/unsubscribe-page.tsx'), 'UnsubscribePage'),
});

/** Pages for people who are not signed in. */
export const authRoutes = authRoute.addChildren([
  signInRoute,
  signInByLinkRoute,
  signUpRoute,
  forgotRoute,
  resetRoute,
  goodbyeRoute,
  unsubscribeRoute,
]);
