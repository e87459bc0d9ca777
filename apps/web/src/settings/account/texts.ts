/** Texts of the account pages: profile, preferences, export and erasure. */
export const accountTexts = {
  profile: {
    title: 'You',
    name: 'Name',
    nameHint: 'What you wrote earlier keeps the name that you had then.',
    email: 'Email',
    role: 'Role',
    workspace: 'Workspace',
    since: 'Member since',
    lastSignIn: 'Last sign-in',
    never: 'This is your first sign-in',
  },
  preferences: {
    title: 'Preferences',
    description: 'Stored in this browser.',
    theme: 'Theme',
    hints: {
      system: 'Light or dark, as your device is set',
      light: 'Dark text on a light page',
      dark: 'Light text on a dark page',
    },
  },
  export: {
    title: 'Export all data',
    description:
      'One JSON file with engagements, runs, all versions of deliverables, scores, templates, the team and more. It contains neither the context files themselves nor the audit log. The owner is notified by email.',
    start: 'Export',
    cancel: 'Stop',
    progress: (size: string) => `${size} received`,
    preparing: 'Collecting the data',
    done: (filename: string, size: string) => `${filename} saved (${size})`,
    fallbackName: 'export.json',
  },
  erase: {
    title: 'Erase the workspace',
    description: 'Ends the subscription and permanently deletes everything. This cannot be undone.',
    onlyOwner: 'Only the owner can erase the workspace.',
    start: 'Erase the workspace',
    dialogTitle: (workspace: string) => `Erase ${workspace}?`,
    lead: 'This cannot be undone. It permanently erases:',
    effects: [
      'the subscription, which is canceled immediately',
      'all engagements with runs, deliverables, reviews and context files',
      'all templates, library cards and entries, insights and scores',
      'API keys, webhooks and client links, which stop working immediately',
      'the accounts of all members in this workspace, including yours',
    ],
    kept: 'Audit log entries are kept without names. Export all data first if you may need it.',
    confirm: 'Erase everything',
  },
  goodbye: {
    title: 'The workspace has been erased',
    documentTitle: 'Goodbye',
    lead: 'Everything has been deleted. A confirmation email is on its way. Thank you for working with us.',
    counts: {
      engagementsDeleted: 'Engagements',
      deliverablesDeleted: 'Deliverables',
      runsDeleted: 'Runs',
      auditLogsAnonymized: 'Audit entries anonymized',
    },
    again: 'Create a new workspace',
  },
} as const;
