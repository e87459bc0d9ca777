import type { Role } from '@ecp/contract/identity/auth';
import { t, translated } from '../../base/language/translate.ts';

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
    assistants: 'Assistants',
    webhooks: 'Webhooks',
    channels: 'Slack and Teams',
    auditLog: 'Audit log',
    security: 'Security',
    singleSignOn: 'Single sign-on',
    directory: 'Directory',
    walls: 'Walls',
    notifications: 'Notifications',
    account: 'Data and account',
  },
  groups: {
    workspace: 'Workspace',
    developers: 'Developers',
    security: 'Security',
    get you() {
      return t('You', {}, 'what is a person’s own');
    },
  },
  label: 'Settings',
  page: 'Page of the settings',
});

type Group = keyof typeof settingsTexts.groups;

interface SettingsPage<To extends string> {
  to: To;
  group: Group;
  role: Role;
  readonly label: string;
}

const page = <const To extends string>(
  to: To,
  name: keyof typeof settingsTexts.pages,
  group: Group,
  role: Role = 'viewer',
): SettingsPage<To> => ({
  to,
  group,
  role,
  get label() {
    return settingsTexts.pages[name];
  },
});

/** In the order of the navigation. */
export const settingsPages = [
  page('/settings/team', 'team', 'workspace'),
  page('/settings/branding', 'branding', 'workspace'),
  page('/settings/models', 'models', 'workspace', 'admin'),
  page('/settings/billing', 'billing', 'workspace'),
  page('/settings/channels', 'channels', 'workspace'),
  page('/settings/api-keys', 'apiKeys', 'developers'),
  page('/settings/assistants', 'assistants', 'developers'),
  page('/settings/webhooks', 'webhooks', 'developers'),
  page('/settings/security', 'security', 'security'),
  page('/settings/single-sign-on', 'singleSignOn', 'security', 'owner'),
  page('/settings/directory', 'directory', 'security', 'owner'),
  page('/settings/walls', 'walls', 'security', 'admin'),
  page('/settings/audit-log', 'auditLog', 'security', 'admin'),
  page('/settings/notifications', 'notifications', 'you'),
  page('/settings/account', 'account', 'you'),
];

export const settingsGroups = (['workspace', 'developers', 'security', 'you'] as const).map(
  (group) => ({
    group,
    get label() {
      return settingsTexts.groups[group];
    },
  }),
);
