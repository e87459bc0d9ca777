/** Texts of the settings navigation. */
export const settingsTexts = {
  title: 'Settings',
  description: 'Settings for the whole workspace.',
  pages: {
    branding: 'Branding',
    billing: 'Billing and usage',
    apiKeys: 'API keys',
    webhooks: 'Webhooks',
    auditLog: 'Audit log',
    security: 'Security',
    account: 'Data and account',
  },
  label: 'Settings',
} as const;
