import type { Role } from '@ecp/contract/identity/auth';
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

interface SettingsPage<To extends string> {
  to: To;
  role: Role;
  readonly label: string;
}

const page = <const To extends string>(
  to: To,
  name: keyof typeof settingsTexts.pages,
  role: Role,
): SettingsPage<To> => ({
  to,
  role,
  get label() {
    return settingsTexts.pages[name];
  },
});

export const settingsPages = [
  page('/settings/branding', 'branding', 'viewer'),
  page('/settings/team', 'team', 'viewer'),
  page('/settings/models', 'models', 'admin'),
  page('/settings/billing', 'billing', 'viewer'),
  page('/settings/api-keys', 'apiKeys', 'viewer'),
  page('/settings/webhooks', 'webhooks', 'viewer'),
  page('/settings/channels', 'channels', 'viewer'),
  page('/settings/audit-log', 'auditLog', 'admin'),
  page('/settings/security', 'security', 'viewer'),
  page('/settings/notifications', 'notifications', 'viewer'),
  page('/settings/account', 'account', 'viewer'),
];
