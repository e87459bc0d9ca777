import type { AuditAction, AuditResource } from '@ecp/contract/values/audit-actions';
import { countOf, nameSlug } from '../../format/words.ts';

/** Reads a value of an entry's metadata; empty when it is absent. */
type Words = (name: string) => string;
/** The action's label in the filter, and the rest of a sentence that starts with the actor. */
interface ActionTexts {
  label: string;
  says: (word: Words) => string;
}

const quoted = (text: string) => (text === '' ? '' : ` “${text}”`);
/** A document by its title, with its version and its engagement. */
function file(word: Words): string {
  const engagement = quoted(word('engagementId'));
  if (word('filename') === '') return engagement && ` the engagement${engagement}`;
  const title = quoted(word('title') || nameSlug(word('filename')));
  return `${title}${word('version') && `, version ${word('version')}`}${engagement && `, of${engagement}`}`;
}
const reviews: Record<string, string> = {
  approve: 'approved',
  request_revision: 'asked for a revision of',
  reject: 'rejected',
};
const ways: Record<string, string> = {
  password: 'with a password',
  magic_link: 'with an emailed link',
  invitation: 'with an invitation and joined the team',
};

export const auditActions: Readonly<Record<AuditAction, ActionTexts>> = {
  'auth.sign_up': { label: 'Workspace created', says: () => 'created this workspace' },
  'auth.sign_in': { label: 'Signed in', says: (word) => `signed in ${ways[word('method')] ?? ''}`.trim() },
  'auth.sign_in_failed': {
    label: 'Failed sign-in',
    says: (word) => `failed to sign in${word('resource') && ` as ${word('resource')}`}`,
  },
  'auth.sign_out': { label: 'Signed out', says: () => 'signed out' },
  'auth.switch_tenant': { label: 'Switched workspace', says: () => 'switched here from another workspace' },
  'auth.password_reset': { label: 'Password changed', says: () => 'set a new password' },
  'auth.change_password': { label: 'Password replaced', says: () => 'replaced the password' },
  'auth.confirm_email': { label: 'Address confirmed', says: () => 'confirmed the email address' },
  'auth.end_session': { label: 'Session ended', says: () => 'ended a session' },
  'auth.end_other_sessions': { label: 'Other sessions ended', says: () => 'ended all other sessions' },
  'auth.step_up': { label: 'Identity proven again', says: () => 'proved who they are again' },
  'auth.update_name': { label: 'Name changed', says: () => 'changed their name' },
  'model.test': { label: 'Model tested', says: (word) => `tested the model${quoted(word('model'))}` },
  'notifications.update': { label: 'Emails chosen', says: () => 'chose which emails they get' },
  'second_factor.totp_added': { label: 'Authenticator app added', says: () => 'added an authenticator app' },
  'second_factor.totp_removed': { label: 'Authenticator app removed', says: () => 'removed the authenticator app' },
  'second_factor.passkey_added': { label: 'Passkey added', says: (word) => `added the passkey${quoted(word('name'))}` },
  'second_factor.passkey_removed': {
    label: 'Passkey removed',
    says: (word) => `removed the passkey${quoted(word('name'))}`,
  },
  'second_factor.recovery_code_used': { label: 'Recovery code used', says: () => 'used a recovery code' },
  'second_factor.recovery_codes_renewed': {
    label: 'Recovery codes replaced',
    says: () => 'replaced the recovery codes',
  },
  'second_factor.removed_by_admin': {
    label: 'Second factor removed',
    says: (word) => `removed the second factors of${quoted(word('resource')) || ' a member'}`,
  },
  'second_factor.removed_by_host': {
    label: 'Second factor removed by the host',
    says: (word) => `removed the second factors of${quoted(word('resource')) || ' a member'}`,
  },
  'policies.update': { label: 'Policies changed', says: () => 'changed the policies of the workspace' },
  'team.invite': { label: 'Invited', says: (word) => `invited ${word('email')} as ${word('role')}` },
  'team.update_role': {
    label: 'Role changed',
    says: (word) => `changed the role of ${word('email')} from ${word('from')} to ${word('to')}`,
  },
  'team.remove': { label: 'Removed from the team', says: (word) => `removed ${word('email')} from the team` },
  'card.update': { label: 'Card edited', says: () => 'edited a card of the library' },
  'card.release': { label: 'Card released', says: () => 'released a card of the library' },
  'card.withdraw': { label: 'Card withdrawn', says: () => 'withdrew a card of the library' },
  'engagement.create': { label: 'Engagement created', says: (word) => `created the engagement${quoted(word('name'))}` },
  'engagement.update': {
    label: 'Engagement edited',
    says: (word) => `edited the engagement${quoted(word('resource'))}`,
  },
  'engagement.delete': { label: 'Engagement deleted', says: (word) => `deleted the engagement${quoted(word('name'))}` },
  'engagement.archive': { label: 'Archived', says: (word) => `archived the engagement${quoted(word('resource'))}` },
  'engagement.plan': {
    label: 'Planned',
    says: (word) => `requested a plan for${quoted(word('resource')) || ' an engagement'}`,
  },
  'engagement.export_pdf': {
    label: 'Engagement downloaded',
    says: (word) => `downloaded the report of${quoted(word('resource')) || ' an engagement'}`,
  },
  'engagement.export_dossier': {
    label: 'Dossier downloaded',
    says: (word) => `downloaded the dossier of${quoted(word('resource')) || ' an engagement'}`,
  },
  'query.create': { label: 'Query saved', says: (word) => `saved the query${quoted(word('title'))}` },
  'query.draft': { label: 'Query drafted', says: () => 'had a query written for a question' },
  'question.ask': { label: 'Question asked', says: () => 'asked the client what a document leaves open' },
  'question.answer': { label: 'Question answered', says: () => 'answered a question of an agent' },
  'run.start': {
    label: 'Run started',
    says: (word) => `started a run of${quoted(word('resource')) || ' an engagement'}`,
  },
  'run.rerun': { label: 'Rerun', says: (word) => `reran${quoted(word('filename')) || ' deliverables'}` },
  'run.pause': {
    label: 'Run paused',
    says: (word) => `paused the run of${quoted(word('resource')) || ' an engagement'}`,
  },
  'run.resume': {
    label: 'Run resumed',
    says: (word) => `resumed the run of${quoted(word('resource')) || ' an engagement'}`,
  },
  'run.stop': {
    label: 'Run stopped',
    says: (word) => `stopped the run of${quoted(word('resource')) || ' an engagement'}`,
  },
  'deliverable.review': {
    label: 'Reviewed',
    says: (word) => `${reviews[word('action')] ?? 'reviewed'}${file(word)}`,
  },
  'deliverable.edit': { label: 'Version written', says: (word) => `wrote${file(word)}` },
  'section.lock': { label: 'Section locked', says: (word) => `locked${quoted(word('heading'))} in${file(word)}` },
  'section.unlock': {
    label: 'Section unlocked',
    says: (word) => `unlocked${quoted(word('heading'))} in${file(word)}`,
  },
  'deliverable.export_pdf': { label: 'Deliverable downloaded', says: (word) => `downloaded${file(word)} as PDF` },
  'deliverable.export_docx': { label: 'Word file downloaded', says: (word) => `downloaded${file(word)} for Word` },
  'engagement.export_docx': { label: 'Word file of all downloaded', says: () => 'downloaded all documents for Word' },
  'attachment.upload': { label: 'File attached', says: (word) => `attached the file${quoted(word('filename'))}` },
  'attachment.fetch': {
    label: 'Web page attached',
    says: (word) => `attached the web page${quoted(word('filename'))}`,
  },
  'page.archive': { label: 'Web page archived', says: (word) => `read and archived the page${quoted(word('url'))}` },
  'schedule.set': { label: 'Schedule set', says: () => 'set the schedule for reading sources again' },
  'schedule.delete': { label: 'Schedule ended', says: () => 'ended the schedule for reading sources again' },
  'update.propose': { label: 'Amendment proposed', says: () => 'found that sources have changed' },
  'update.accept': { label: 'Amendment started', says: () => 'started the proposed amendment' },
  'update.dismiss': { label: 'Amendment dismissed', says: () => 'dismissed the proposed amendment' },
  'attachment.delete': { label: 'File deleted', says: (word) => `deleted the file${quoted(word('filename'))}` },
  'template.create': { label: 'Template saved', says: (word) => `saved the template${quoted(word('name'))}` },
  'template.delete': { label: 'Template deleted', says: (word) => `deleted the template${quoted(word('name'))}` },
  'portal_token.create': {
    label: 'Client link created',
    says: (word) => `created a client link${quoted(word('label'))}`,
  },
  'portal_token.revoke': { label: 'Client link revoked', says: () => 'revoked a client link' },
  'release.create': { label: 'Documents released', says: () => 'released documents to clients' },
  'portal.export_pdf': { label: 'Client downloaded', says: () => 'downloaded released documents as PDF' },
  'portal.export_docx': { label: 'Client downloaded', says: () => 'downloaded released documents as a Word file' },
  'deliverable.decide': {
    label: 'Client decided',
    says: (word) => `${reviews[word('action')] ?? 'decided on'}${file(word)}`,
  },
  'portal.comment': {
    label: 'Client commented',
    says: (word) => `commented${file(word) && ` on${file(word)}`}`,
  },
  'portal.reply': { label: 'Client replied', says: () => 'replied to a comment' },
  'comment.create': {
    label: 'Comment written',
    says: (word) => `commented${file(word) && ` on${file(word)}`}`,
  },
  'comment.reply': { label: 'Reply written', says: () => 'replied to a comment' },
  'comment.update': {
    label: 'Comment resolved or reopened',
    says: (word) => (word('status') === 'resolved' ? 'resolved a comment' : 'reopened a comment'),
  },
  'conflict.settle': { label: 'Conflict settled', says: () => 'settled a conflict' },
  'notice_channel.create': {
    label: 'Channel added',
    says: (word) => `added a channel at${quoted(word('host'))}`,
  },
  'notice_channel.update': {
    label: 'Channel changed',
    says: (word) => `changed the channel at${quoted(word('host'))}`,
  },
  'notice_channel.test': { label: 'Channel tested', says: () => 'posted a test message to a channel' },
  'notice_channel.delete': {
    label: 'Channel removed',
    says: (word) => `removed the channel at${quoted(word('host'))}`,
  },
  'insights.analyze': { label: 'Engagements analyzed', says: () => 'started an analysis across engagements' },
  'api_key.create': { label: 'API key created', says: (word) => `created the API key${quoted(word('name'))}` },
  'api_key.rotate': { label: 'API key rotated', says: (word) => `rotated the API key${quoted(word('name'))}` },
  'api_key.revoke': { label: 'API key revoked', says: (word) => `revoked the API key${quoted(word('name'))}` },
  'webhook.create': { label: 'Webhook added', says: (word) => `added the webhook endpoint ${word('url')}` },
  'webhook.update': { label: 'Webhook edited', says: (word) => `changed the webhook endpoint ${word('url')}`.trim() },
  'webhook.delete': { label: 'Webhook deleted', says: (word) => `deleted the webhook endpoint ${word('url')}` },
  'webhook.rotate_secret': { label: 'Webhook secret rotated', says: () => 'rotated the secret of a webhook endpoint' },
  'webhook.test': { label: 'Webhook tested', says: () => 'sent a test event to a webhook endpoint' },
  'webhook.redeliver': { label: 'Redelivered', says: () => 'redelivered an event' },
  'branding.update': { label: 'Branding changed', says: () => 'changed the branding' },
  'branding.set_logo': { label: 'Logo set', says: () => 'set the logo' },
  'branding.remove_logo': { label: 'Logo removed', says: () => 'removed the logo' },
  'billing.portal': { label: 'Billing opened', says: () => 'opened the billing portal' },
  'billing.checkout': { label: 'Plan chosen', says: (word) => `chose the plan ${word('plan')}` },
  'billing.cancel': { label: 'Subscription canceled', says: () => 'canceled the subscription' },
  'billing.subscription_changed': {
    label: 'Subscription changed',
    says: (word) => `set the subscription to ${word('plan')}, ${word('status').replaceAll('_', ' ')}`,
  },
  'account.export': { label: 'Data exported', says: () => 'exported all data of the workspace' },
  'account.delete': { label: 'Erasure started', says: () => 'started erasing the workspace' },
};

export const auditResources: Readonly<Record<AuditResource, string>> = {
  user: 'People',
  tenant: 'Workspace',
  engagement: 'Engagements and runs',
  deliverable: 'Deliverables',
  attachment: 'Attachments',
  template: 'Templates',
  portal_token: 'Client links',
  release: 'Releases',
  api_key: 'API keys',
  webhook: 'Webhooks',
  branding: 'Branding',
  subscription: 'Billing',
  library_card: 'Library',
  model: 'Models',
  notice_channel: 'Channels',
  page: 'Web pages',
  query: 'Queries',
  question: 'Questions',
  conflict: 'Conflicts',
  update: 'Recurring checks',
  pattern_analysis: 'Analytics',
  deletion_request: 'Erasure',
};

/** The place where a chain breaks, counted from 1. */
interface BrokenChain {
  entries: number;
  firstBroken: number | null;
  firstBrokenId: string | null;
}

export const auditLogTexts = {
  title: 'Audit log',
  description:
    'Who did what, newest first. Entries cannot be changed. When the workspace is erased, they are kept without names.',
  listLabel: 'Audit log',
  filters: {
    person: 'Person',
    anyone: 'Everyone',
    action: 'Action',
    anyAction: 'All actions',
    resource: 'About',
    anyResource: 'Everything',
    from: 'From',
    to: 'To',
    reset: 'Reset',
  },
  download: (count: number) => `CSV of ${countOf(count, 'entry', 'entries')}`,
  downloadHint: 'The loaded entries that match the filters.',
  filename: (day: string) => `audit-log-${day}`,
  csv: {
    time: 'Time',
    who: 'Who',
    what: 'What',
    action: 'Action',
    resourceType: 'Resource',
    resourceId: 'Resource id',
    userId: 'User id',
    ip: 'Address',
    metadata: 'Details',
  },
  actors: {
    key: (name: string) => `API key “${name}”`,
    unknownKey: 'An API key',
    client: 'A client',
    gone: 'A former member',
    somebody: 'Someone',
    service: 'The service',
  },
  unknownAction: 'did something that this version does not know',
  fields: { action: 'Action', time: 'Time', user: 'User', ip: 'Address', resource: 'Resource' },
  none: 'none',
  chain: {
    title: 'Verify that nothing was changed',
    head: 'Last hash',
    verify: 'Verify',
    hint: 'Checks that no entry was changed, removed, moved or added by anything but the service.',
    intact: (entries: number) =>
      `Intact: ${countOf(entries, 'entry fits', 'entries fit')} together, up to the last hash.`,
    broken: ({ entries, firstBroken, firstBrokenId }: BrokenChain) =>
      `Broken at entry ${firstBroken} of ${entries}${firstBrokenId === null ? '' : ` (id ${firstBrokenId})`}, counted from the oldest. It was changed, removed, moved or added in the database.`,
  },
  loadingMore: 'Loading older entries',
  end: 'There are no more entries.',
  noMatch: { title: 'No entry matches', advice: 'Choose a longer period, or show everyone and all actions.' },
} as const;
