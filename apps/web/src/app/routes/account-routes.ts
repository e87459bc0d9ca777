import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { api } from '../../base/api/client.ts';
import { requireNoSession } from '../../base/session/guards.ts';
import type { AuditFilter } from '../../firm/settings/audit-log/audit-entries.ts';
import {
  type DeliveryFilter,
  readDeliveryFilter,
} from '../../firm/settings/webhooks/delivery-filter.ts';
import { readText, rootRoute, shellRoute } from './parent-routes.ts';

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'auth',
  component: lazyRouteComponent(() => import('../../firm/sign-in/auth-layout.tsx'), 'AuthLayout'),
});

const signInRoute = createRoute({
  getParentRoute: () => authRoute,
  path: '/sign-in',
  beforeLoad: requireNoSession,
  validateSearch: (search): { next?: string; notice?: string; reason?: string } => ({
    ...readText(search, 'next'),
    ...readText(search, 'notice'),
    ...readText(search, 'reason'),
  }),
  loader: async () => ({ asksForAddress: await isSsoOffered() }),
  component: lazyRouteComponent(() => import('../../firm/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

/** The time that the sign-in page waits to know whether it asks for the address first. */
const offerLimitMs = 3_000;

async function isSsoOffered(): Promise<boolean> {
  try {
    return (await api.getSsoOffer({}, { signal: AbortSignal.timeout(offerLimitMs) })).offered;
  } catch {
    return false;
  }
}

const signInByLinkRoute = createRoute({
  getParentRoute: () => authRoute,
  path: '/sign-in/link',
  validateSearch: (search): { token?: string; fields?: string } => ({
    ...readText(search, 'token'),
    ...readText(search, 'fields'),
  }),
  component: lazyRouteComponent(
    () => import('../../firm/sign-in/sign-in-page.tsx'),
    'SignInByLinkPage',
  ),
});

const signUpRoute = createRoute({
  getParentRoute: () => authRoute,
  path: '/sign-up',
  beforeLoad: requireNoSession,
  component: lazyRouteComponent(() => import('../../firm/sign-in/sign-up-page.tsx'), 'SignUpPage'),
});

const forgotRoute = createRoute({
  getParentRoute: () => authRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(
    () => import('../../firm/sign-in/reset-password-page.tsx'),
    'ForgotPasswordPage',
  ),
});

const resetRoute = createRoute({
  getParentRoute: () => authRoute,
  path: '/reset-password',
  validateSearch: (search): { token?: string } => readText(search, 'token'),
  component: lazyRouteComponent(
    () => import('../../firm/sign-in/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
});

const confirmAddressRoute = createRoute({
  getParentRoute: () => authRoute,
  path: '/confirm-address',
  validateSearch: (search): { token?: string } => readText(search, 'token'),
  component: lazyRouteComponent(
    () => import('../../firm/sign-in/confirm-address-page.tsx'),
    'ConfirmAddressPage',
  ),
});

const goodbyeRoute = createRoute({
  getParentRoute: () => authRoute,
  path: '/goodbye',
  component: lazyRouteComponent(
    () => import('../../firm/settings/account/goodbye-page.tsx'),
    'GoodbyePage',
  ),
});

const unsubscribeRoute = createRoute({
  getParentRoute: () => authRoute,
  path: '/unsubscribe/$token',
  component: lazyRouteComponent(
    () => import('../../firm/settings/notifications/unsubscribe-page.tsx'),
    'UnsubscribePage',
  ),
});

export const authRoutes = authRoute.addChildren([
  signInRoute,
  signInByLinkRoute,
  signUpRoute,
  forgotRoute,
  resetRoute,
  confirmAddressRoute,
  goodbyeRoute,
  unsubscribeRoute,
]);

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  component: lazyRouteComponent(
    () => import('../../firm/settings/settings-layout.tsx'),
    'SettingsLayout',
  ),
});

const indexRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/team' });
  },
});

const brandingRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/branding',
  component: lazyRouteComponent(
    () => import('../../firm/settings/branding/branding-page.tsx'),
    'BrandingPage',
  ),
});

const modelsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/models',
  component: lazyRouteComponent(
    () => import('../../firm/settings/models/models-page.tsx'),
    'ModelsPage',
  ),
});

const teamRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/team',
  component: lazyRouteComponent(() => import('../../firm/settings/team/team-page.tsx'), 'TeamPage'),
});

const billingRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/billing',
  component: lazyRouteComponent(
    () => import('../../firm/settings/billing/billing-page.tsx'),
    'BillingPage',
  ),
});

const apiKeysRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/api-keys',
  validateSearch: ({ show }): { show?: 'all' } => (show === 'all' ? { show } : {}),
  component: lazyRouteComponent(
    () => import('../../firm/settings/api-keys/api-keys-page.tsx'),
    'ApiKeysPage',
  ),
});

const assistantsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/assistants',
  component: lazyRouteComponent(
    () => import('../../firm/settings/assistants/assistants-page.tsx'),
    'AssistantsPage',
  ),
});

/**
 * The authorization endpoint of assistants. The page reads what they send from the address itself.
 */
export const consentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/oauth/authorize',
  component: lazyRouteComponent(
    () => import('../../firm/settings/assistants/consent-page.tsx'),
    'ConsentPage',
  ),
});

const webhooksRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/webhooks',
  component: lazyRouteComponent(
    () => import('../../firm/settings/webhooks/webhooks-page.tsx'),
    'WebhooksPage',
  ),
});

const webhookRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/webhooks/$webhookId',
  validateSearch: (search): DeliveryFilter & { delivery?: string } => ({
    ...readDeliveryFilter(search),
    ...readText(search, 'delivery'),
  }),
  remountDeps: ({ params }) => params,
  component: lazyRouteComponent(
    () => import('../../firm/settings/webhooks/webhook-page.tsx'),
    'WebhookPage',
  ),
});

const auditLogRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/audit-log',
  validateSearch: (search): AuditFilter => ({
    ...readText(search, 'action'),
    ...readText(search, 'userId'),
    ...readText(search, 'resourceType'),
    ...readText(search, 'from'),
    ...readText(search, 'to'),
  }),
  component: lazyRouteComponent(
    () => import('../../firm/settings/audit-log/audit-log-page.tsx'),
    'AuditLogPage',
  ),
});

const securityRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/security',
  component: lazyRouteComponent(
    () => import('../../firm/settings/security/security-page.tsx'),
    'SecurityPage',
  ),
});

const singleSignOnRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/single-sign-on',
  component: lazyRouteComponent(
    () => import('../../firm/settings/single-sign-on/single-sign-on-page.tsx'),
    'SingleSignOnPage',
  ),
});

const directoryRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/directory',
  component: lazyRouteComponent(
    () => import('../../firm/settings/directory/directory-page.tsx'),
    'DirectoryPage',
  ),
});

const wallsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/walls',
  /** `person` is the one whose view is shown. */
  validateSearch: (search): { person?: string } => readText(search, 'person'),
  component: lazyRouteComponent(
    () => import('../../firm/settings/walls/walls-page.tsx'),
    'WallsPage',
  ),
});

const channelsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/channels',
  component: lazyRouteComponent(
    () => import('../../firm/settings/channels/channels-page.tsx'),
    'ChannelsPage',
  ),
});

const notificationsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/notifications',
  component: lazyRouteComponent(
    () => import('../../firm/settings/notifications/notifications-page.tsx'),
    'NotificationsPage',
  ),
});

const accountRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/account',
  component: lazyRouteComponent(
    () => import('../../firm/settings/account/account-page.tsx'),
    'AccountPage',
  ),
});

export const settingsRoutes = settingsRoute.addChildren([
  indexRoute,
  brandingRoute,
  modelsRoute,
  teamRoute,
  billingRoute,
  apiKeysRoute,
  assistantsRoute,
  webhooksRoute,
  webhookRoute,
  auditLogRoute,
  channelsRoute,
  securityRoute,
  singleSignOnRoute,
  directoryRoute,
  wallsRoute,
  notificationsRoute,
  accountRoute,
]);
