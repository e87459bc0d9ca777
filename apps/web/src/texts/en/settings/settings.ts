/** Texts of the settings navigation. */
export const settingsTexts = {
  title: 'Settings',
  description: 'Settings of the workspace, and your own.',
  pages: {
    branding: 'Branding',
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
} as const;
