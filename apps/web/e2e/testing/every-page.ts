import type { Stage } from './product/stage.ts';

/** A page of the app: its name, and its address on a stage. */
export interface PageOfApp {
  name: string;
  path(stage: Stage): string;
  /** Whether the page is for people who are not signed in. Sign out before opening it. */
  open?: true;
  /**
   * A page on which all of its components stand, too. So keys, axe and the size of scripts find
   * nothing else here, and only its texts and their room are checked.
   */
  similarTo?: string;
}

/** The pages of an engagement, each once. */
export const engagementPages: readonly PageOfApp[] = [
  { name: 'new-engagement', path: () => '/engagements/new' },
  { name: 'draft', path: ({ draftId }) => `/engagements/${draftId}` },
  {
    name: 'edit',
    path: ({ draftId }) => `/engagements/${draftId}/edit`,
    similarTo: 'new-engagement',
  },
  { name: 'plan', path: ({ draftId }) => `/engagements/${draftId}/plan` },
  { name: 'run', path: ({ engagementId }) => `/engagements/${engagementId}` },
  { name: 'attachments', path: ({ engagementId }) => `/engagements/${engagementId}/attachments` },
  { name: 'data', path: ({ engagementId }) => `/engagements/${engagementId}/data` },
  { name: 'grids', path: ({ engagementId }) => `/engagements/${engagementId}/grids` },
  { name: 'new-grid', path: ({ engagementId }) => `/engagements/${engagementId}/grids/new` },
  {
    name: 'grid',
    path: ({ engagementId, gridId }) => `/engagements/${engagementId}/grids/${gridId}`,
  },
  { name: 'research', path: ({ engagementId }) => `/engagements/${engagementId}/research` },
  { name: 'figures', path: ({ engagementId }) => `/engagements/${engagementId}/figures` },
  { name: 'updates', path: ({ engagementId }) => `/engagements/${engagementId}/updates` },
  { name: 'deliverables', path: ({ engagementId }) => `/engagements/${engagementId}/deliverables` },
  {
    name: 'deliverable',
    path: ({ engagementId, filename }) => `/engagements/${engagementId}/deliverables/${filename}`,
  },
  {
    name: 'writing',
    path: ({ engagementId, filename }) =>
      `/engagements/${engagementId}/deliverables/${filename}/edit`,
  },
  {
    name: 'compare',
    path: ({ engagementId, filename }) =>
      `/engagements/${engagementId}/deliverables/${filename}/compare?from=1&to=2`,
  },
  { name: 'slides', path: ({ engagementId }) => `/engagements/${engagementId}/slides` },
  {
    name: 'engagement-questions',
    path: ({ engagementId }) => `/engagements/${engagementId}/questions`,
  },
  { name: 'details', path: ({ engagementId }) => `/engagements/${engagementId}/details` },
  { name: 'clients', path: ({ engagementId }) => `/engagements/${engagementId}/clients` },
  { name: 'economics', path: ({ engagementId }) => `/engagements/${engagementId}/economics` },
];

/**
 * All other pages once, those of a record with one. Pages for people who are not signed in are at
 * the end.
 */
export const otherPages: readonly PageOfApp[] = [
  { name: 'home', path: () => '/home' },
  { name: 'help', path: () => '/help' },
  { name: 'help-ai-use', path: () => '/help/ai-use', similarTo: 'help' },
  { name: 'engagements', path: () => '/engagements' },
  { name: 'search', path: () => '/search?q=heating', similarTo: 'engagements' },
  { name: 'inbox', path: () => '/inbox' },
  { name: 'home-questions', path: () => '/home?show=questions', similarTo: 'home' },
  { name: 'templates', path: () => '/templates' },
  { name: 'new-template', path: () => '/templates/new', similarTo: 'new-engagement' },
  {
    name: 'template',
    path: ({ templateId }) => `/templates/${templateId}`,
    similarTo: 'draft',
  },
  { name: 'library', path: () => '/library', similarTo: 'card' },
  { name: 'card', path: ({ cardId }) => `/library?card=${cardId}` },
  { name: 'firm-analytics', path: () => '/analytics' },
  { name: 'firm-economics', path: () => '/economics' },
  { name: 'team', path: () => '/settings/team' },
  { name: 'branding', path: () => '/settings/branding' },
  { name: 'models', path: () => '/settings/models' },
  { name: 'billing', path: () => '/settings/billing' },
  { name: 'api-keys', path: () => '/settings/api-keys' },
  { name: 'assistants', path: () => '/settings/assistants' },
  { name: 'webhooks', path: () => '/settings/webhooks', similarTo: 'webhook' },
  { name: 'webhook', path: ({ webhookId }) => `/settings/webhooks/${webhookId}` },
  { name: 'channels', path: () => '/settings/channels', similarTo: 'api-keys' },
  { name: 'walls', path: () => '/settings/walls', similarTo: 'assistants' },
  { name: 'audit-log', path: () => '/settings/audit-log' },
  { name: 'security', path: () => '/settings/security' },
  { name: 'single-sign-on', path: () => '/settings/single-sign-on' },
  { name: 'directory', path: () => '/settings/directory', similarTo: 'api-keys' },
  { name: 'notifications', path: () => '/settings/notifications', similarTo: 'security' },
  { name: 'account', path: () => '/settings/account', similarTo: 'security' },
  { name: 'health', path: () => '/dashboard/admin/health' },
  { name: 'not-found', path: () => '/nowhere', similarTo: 'answer' },
  { name: 'sign-in', path: () => '/sign-in', open: true },
  {
    name: 'sign-in-link',
    path: () => '/sign-in/link?token=x&fields=code,passkey',
    open: true,
    similarTo: 'sign-in',
  },
  { name: 'sign-up', path: () => '/sign-up', open: true, similarTo: 'sign-in' },
  { name: 'forgot-password', path: () => '/forgot-password', open: true, similarTo: 'sign-in' },
  {
    name: 'reset-password',
    path: () => '/reset-password?token=x',
    open: true,
    similarTo: 'sign-in',
  },
  {
    name: 'confirm-address',
    path: () => '/confirm-address?token=x',
    open: true,
    similarTo: 'sign-in',
  },
  { name: 'goodbye', path: () => '/goodbye', open: true, similarTo: 'sign-in' },
  { name: 'unsubscribe', path: () => '/unsubscribe/x', open: true, similarTo: 'answer' },
  { name: 'portal', path: ({ portalToken }) => `/portal/${portalToken}`, open: true },
  {
    name: 'portal-document',
    path: ({ portalToken, filename }) => `/portal/${portalToken}?file=${filename}`,
    open: true,
  },
  { name: 'answer', path: () => `/answer/svc_answer_${'0'.repeat(32)}`, open: true },
];

/** Every page of the app once. Pages for people who are not signed in are at the end. */
export const everyPage: readonly PageOfApp[] = [...engagementPages, ...otherPages];
