import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { AuditFilter } from '../../features/audit-log/audit-filter.ts';
import { type DeliveryFilter, readDeliveryFilter } from '../../features/webhooks/deliveries/delivery-filter.ts';
import { readText } from './search-text.ts';
import { shellRoute } from './shell-route.ts';

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('../../features/settings/settings-layout.tsx'), 'SettingsLayout'),
});

const indexRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/branding' });
  },
});

const brandingRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/branding',
  component: lazyRouteComponent(() => import('../../features/settings/branding/branding-page.tsx'), 'BrandingPage'),
});

const billingRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/billing',
  component: lazyRouteComponent(() => import('../../features/settings/billing/billing-page.tsx'), 'BillingPage'),
});

const apiKeysRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/api-keys',
  validateSearch: ({ show }): { show?: 'all' } => (show === 'all' ? { show } : {}),
  component: lazyRouteComponent(() => import('../../features/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../../features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const webhookRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/webhooks/$webhookId',
  validateSearch: (search): DeliveryFilter & { delivery?: string } => ({
    ...readDeliveryFilter(search),
    ...readText(search, 'delivery'),
  }),
  remountDeps: ({ params }) => params,
  component: lazyRouteComponent(() => import('../../features/webhooks/webhook-page.tsx'), 'WebhookPage'),
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
  component: lazyRouteComponent(() => import('../../features/audit-log/audit-log-page.tsx'), 'AuditLogPage'),
});

const securityRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/security',
  component: lazyRouteComponent(() => import('../../features/security/security-page.tsx'), 'SecurityPage'),
});

const channelsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/channels',
  component: lazyRouteComponent(() => import('../../features/channels/channels-page.tsx'), 'ChannelsPage'),
});

const notificationsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/notifications',
  component: lazyRouteComponent(() => import('../../features/settings/notifications-page.tsx'), 'NotificationsPage'),
});

const accountRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('../../features/settings/account-page.tsx'), 'AccountPage'),
});

/** Pages of the workspace settings. */
export const settingsRoutes = settingsRoute.addChildren([
  indexRoute,
  brandingRoute,
  billingRoute,
  apiKeysRoute,
  webhooksRoute,
  webhookRoute,
  auditLogRoute,
  channelsRoute,
  securityRoute,
  notificationsRoute,
  accountRoute,
]);
