import { translated } from '../language/translate.ts';
export const settingsTexts = translated({
  title: 'Settings',
  description: 'Settings for the workspace and for you.',
  health: 'Health of the service',
  pages: {
    branding: 'Branding',
    team: 'Team',
    models: 'Models',
    billing: 'Billing and usage',
    apiKeys: 'API keys',
    webhooks: 'Webhooks',
    channels: 'Slack and Teams',
    auditLog: 'Audit log',
    security: 'Security',
    notifications: 'Notifications',
    account: 'Data and account',
  },
  label: 'Settings',
});

const { pages } = settingsTexts;

export const settingsPages = [
  { to: '/settings/branding', label: pages.branding, role: 'viewer' },
  { to: '/settings/team', label: pages.team, role: 'viewer' },
  { to: '/settings/models', label: pages.models, role: 'admin' },
  { to: '/settings/billing', label: pages.billing, role: 'viewer' },
  { to: '/settings/api-keys', label: pages.apiKeys, role: 'viewer' },
  { to: '/settings/webhooks', label: pages.webhooks, role: 'viewer' },
  { to: '/settings/channels', label: pages.channels, role: 'viewer' },
  { to: '/settings/audit-log', label: pages.auditLog, role: 'admin' },
  { to: '/settings/security', label: pages.security, role: 'viewer' },
  { to: '/settings/notifications', label: pages.notifications, role: 'viewer' },
  { to: '/settings/account', label: pages.account, role: 'viewer' },
] as const;
