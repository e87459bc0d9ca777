import { t, translated } from '../../../base/language/translate.ts';
export const accountTexts = translated({
  profile: {
    get title() {
      return t('You', {}, 'what is a person’s own');
    },
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
    language: 'Language',
    followBrowser: (language: string) => t('As in your browser: {language}', { language }),
    theme: 'Theme in this browser',
    hints: {
      system: 'Light or dark, as your device is set',
      light: 'Dark text on a light page',
      dark: 'Light text on a dark page',
    },
  },
  export: {
    title: 'Export all data',
    description:
      'One JSON file with engagements, runs, all versions of documents, scores, templates, the team, the audit log and more. The archive, for the owner, also has the attached files. The owner is notified by email.',
    start: 'Export',
    archive: 'Export with files',
    cancel: 'Stop',
    progress: (size: string) => t('{size} received', { size }),
    preparing: 'Collecting the data',
    done: (filename: string, size: string) => t('{filename} saved ({size})', { filename, size }),
  },
  erase: {
    title: 'Erase the workspace',
    description: 'Ends the subscription and permanently deletes everything. This cannot be undone.',
    onlyOwner: 'Only the owner can erase the workspace.',
    start: 'Erase the workspace',
    dialogTitle: (workspace: string) => t('Erase {workspace}?', { workspace }),
    lead: 'This cannot be undone. It permanently erases:',
    effects: [
      'the subscription, which is canceled immediately',
      'all engagements with runs, documents, reviews and files',
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
      deliverablesDeleted: 'Documents',
      runsDeleted: 'Runs',
      auditLogsAnonymized: 'Audit entries anonymized',
    },
    again: 'Create a new workspace',
  },
});
