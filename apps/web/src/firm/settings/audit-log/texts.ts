import type { AuditAction, AuditResource } from '@ecp/contract/values/audit-actions';
import { nameSlug } from '../../../base/format/words.ts';
import { t, translated } from '../../../base/language/translate.ts';
import { statusTexts } from '../../../base/texts/common.ts';

/** Reads a value of an entry's metadata; empty when it is absent. */
type Words = (name: string) => string;
/** The action's label in the filter, and the rest of a sentence that starts with the actor. */
interface ActionTexts {
  label: string;
  says: (word: Words) => string;
}

const named = (texts: Readonly<Record<string, string>>, code: string) => texts[code] ?? code;
const roleOf = (code: string) => named(statusTexts.role, code);
const planOf = (code: string) => named(statusTexts.plan, code);
const quoted = (text: string) => (text === '' ? '' : t('“{text}”', { text }));
/** A document by its title, with its version and its engagement. */
function file(word: Words): string {
  const engagement = word('engagementId');
  if (word('filename') === '')
    return engagement && t('the engagement “{engagement}”', { engagement });
  const title = word('title') || nameSlug(word('filename'));
  const version = word('version');
  if (version === '')
    return engagement === ''
      ? quoted(title)
      : t('“{title}” of “{engagement}”', { title, engagement });
  if (engagement === '') return t('“{title}”, version {version}', { title, version });
  return t('“{title}”, version {version}, of “{engagement}”', { title, version, engagement });
}
const reviews: Record<string, (word: Words) => string> = {
  approve: (word) =>
    Number(word('approvalsNeeded')) > 1
      ? t('approved {document}: {given} of {needed} approvals', {
          document: file(word),
          given: word('approvals'),
          needed: word('approvalsNeeded'),
        })
      : t('approved {document}', { document: file(word) }),
  request_revision: (word) =>
    voiding(word, t('asked for a revision of {document}', { document: file(word) })),
  reject: (word) => voiding(word, t('rejected {document}', { document: file(word) })),
};
/** Adds how many approvals a review has voided. */
function voiding(word: Words, says: string): string {
  const count = Number(word('voidedApprovals'));
  if (!(count > 0)) return says;
  return t('{says} ({count, plural, one {# approval voided} other {# approvals voided}})', {
    says,
    count,
  });
}
const ways: Record<string, string> = translated({
  password: 'signed in with a password',
  magic_link: 'signed in with an emailed link',
  invitation: 'signed in with an invitation and joined the team',
  sso: 'signed in through the provider of the organization',
});
/** Says what somebody did to a record: by its name, or without one if the record is gone. */
const to = (name: string, named: (name: string) => string, unnamed: () => string) =>
  name === '' ? unnamed() : named(name);
const comments = (word: Words) =>
  to(
    file(word),
    (document) => t('commented on {document}', { document }),
    () => t('commented'),
  );

export const auditActions: Readonly<Record<AuditAction, ActionTexts>> = translated({
  'auth.sign_up': { label: 'Workspace created', says: () => t('created this workspace') },
  'auth.sign_in': { label: 'Signed in', says: (word) => ways[word('method')] ?? t('signed in') },
  'auth.break_glass': {
    label: 'Signed in past single sign-on',
    says: () => t('signed in with a second factor although single sign-on is required'),
  },
  'auth.sign_in_failed': {
    label: 'Failed sign-in',
    says: (word) =>
      to(
        word('resource'),
        (name) => t('failed to sign in as {name}', { name }),
        () => t('failed to sign in'),
      ),
  },
  'auth.sign_out': { label: 'Signed out', says: () => t('signed out') },
  'auth.switch_tenant': {
    label: 'Switched workspace',
    says: () => t('switched here from another workspace'),
  },
  'auth.password_reset': {
    get label() {
      return t('Password changed', {}, 'action');
    },
    says: () => t('set a new password'),
  },
  'auth.change_password': { label: 'Password replaced', says: () => t('replaced the password') },
  'auth.confirm_email': {
    label: 'Address confirmed',
    says: () => t('confirmed the email address'),
  },
  'auth.end_session': { label: 'Session ended', says: () => t('ended a session') },
  'auth.end_other_sessions': {
    label: 'Other sessions ended',
    says: () => t('ended all other sessions'),
  },
  'auth.step_up': { label: 'Identity proven again', says: () => t('proved who they are again') },
  'auth.update_name': { label: 'Name changed', says: () => t('changed their name') },
  'model_key.set': {
    label: 'Model key set',
    says: (word) => t('set the model key of {name}', { name: word('provider') }),
  },
  'model_key.delete': {
    label: 'Model key removed',
    says: (word) => t('removed the model key of {name}', { name: word('provider') }),
  },
  'model.test': {
    label: 'Model tested',
    says: (word) => t('tested the model {name}', { name: quoted(word('model')) }),
  },
  'notifications.update': { label: 'Emails chosen', says: () => t('chose which emails they get') },
  'second_factor.totp_added': {
    label: 'Authenticator app added',
    says: () => t('added an authenticator app'),
  },
  'second_factor.totp_removed': {
    get label() {
      return t('Authenticator app removed', {}, 'action');
    },
    says: () => t('removed the authenticator app'),
  },
  'second_factor.passkey_added': {
    label: 'Passkey added',
    says: (word) => t('added the passkey {name}', { name: quoted(word('name')) }),
  },
  'second_factor.passkey_removed': {
    label: 'Passkey removed',
    says: (word) => t('removed the passkey {name}', { name: quoted(word('name')) }),
  },
  'second_factor.recovery_code_used': {
    label: 'Recovery code used',
    says: () => t('used a recovery code'),
  },
  'second_factor.recovery_codes_renewed': {
    label: 'Recovery codes replaced',
    says: () => t('replaced the recovery codes'),
  },
  'second_factor.removed_by_admin': {
    label: 'Second factor removed',
    says: (word) =>
      to(
        word('resource'),
        (name) => t('removed the second factors of “{name}”', { name }),
        () => t('removed the second factors of a member'),
      ),
  },
  'second_factor.removed_by_host': {
    label: 'Second factor removed by the host',
    says: (word) =>
      to(
        word('resource'),
        (name) => t('removed the second factors of “{name}”', { name }),
        () => t('removed the second factors of a member'),
      ),
  },
  'policies.update': {
    label: 'Policies changed',
    says: () => t('changed the policies of the workspace'),
  },
  'sso.update': { label: 'Single sign-on changed', says: () => t('changed single sign-on') },
  'sso.verify_domain': {
    label: 'Domain checked',
    says: (word) => t('checked the proof of the domain {domain}', { domain: word('domain') }),
  },
  'sso.delete': { label: 'Single sign-on removed', says: () => t('removed single sign-on') },
  'scim_token.create': {
    label: 'Directory connected',
    says: () => t('made a token for a directory'),
  },
  'scim_token.delete': {
    label: 'Directory disconnected',
    says: () => t('ended a token of a directory'),
  },
  'scim_group.create': {
    label: 'Directory group added',
    says: (word) => t('added the group “{name}”', { name: word('name') }),
  },
  'scim_group.update': {
    label: 'Directory group changed',
    says: (word) => t('changed the group “{name}”', { name: word('name') }),
  },
  'scim_group.delete': {
    label: 'Directory group deleted',
    says: (word) => t('deleted the group “{name}”', { name: word('name') }),
  },
  'team.activate': {
    label: 'Member switched on',
    says: (word) => t('switched {email} on again', { email: word('email') }),
  },
  'team.deactivate': {
    label: 'Member switched off',
    says: (word) => t('switched {email} off', { email: word('email') }),
  },
  'team.change_address': {
    label: 'Address changed',
    says: (word) =>
      t('changed the address {from} to {email}', { from: word('from'), email: word('email') }),
  },
  'team.confirm_address': {
    label: 'Address confirmed',
    says: (word) => t('confirmed the address {email}', { email: word('email') }),
  },
  'team.enter': {
    label: 'Joined the team',
    says: (word) => t('joined the team as {role}', { role: roleOf(word('role')) }),
  },
  'team.invite': {
    get label() {
      return t('Invited', {}, 'action');
    },
    says: (word) =>
      t('invited {email} as {role}', { email: word('email'), role: roleOf(word('role')) }),
  },
  'team.update_role': {
    label: 'Role changed',
    says: (word) =>
      t('changed the role of {email} from {from} to {to}', {
        email: word('email'),
        from: roleOf(word('from')),
        to: roleOf(word('to')),
      }),
  },
  'team.remove': {
    label: 'Removed from the team',
    says: (word) => t('removed {email} from the team', { email: word('email') }),
  },
  'card.update': { label: 'Card edited', says: () => t('edited a card of the library') },
  'card.release': {
    get label() {
      return t('Card released', {}, 'action');
    },
    says: () => t('released a card of the library'),
  },
  'card.withdraw': {
    get label() {
      return t('Card withdrawn', {}, 'action');
    },
    says: () => t('withdrew a card of the library'),
  },
  'engagement.create': {
    label: 'Engagement created',
    says: (word) => t('created the engagement {name}', { name: quoted(word('name')) }),
  },
  'engagement.update': {
    label: 'Engagement edited',
    says: (word) => t('edited the engagement {name}', { name: quoted(word('resource')) }),
  },
  'engagement.delete': {
    label: 'Engagement deleted',
    says: (word) => t('deleted the engagement {name}', { name: quoted(word('name')) }),
  },
  'engagement.archive': {
    get label() {
      return t('Archived', {}, 'action');
    },
    says: (word) => t('archived the engagement {name}', { name: quoted(word('resource')) }),
  },
  'engagement.plan': {
    label: 'Planned',
    says: (word) =>
      to(
        word('resource'),
        (name) => t('requested a plan for “{name}”', { name }),
        () => t('requested a plan for an engagement'),
      ),
  },
  'engagement.export_pdf': {
    label: 'Engagement downloaded',
    says: (word) =>
      to(
        word('resource'),
        (name) => t('downloaded the report of “{name}”', { name }),
        () => t('downloaded the report of an engagement'),
      ),
  },
  'engagement.export_dossier': {
    label: 'Dossier downloaded',
    says: (word) =>
      to(
        word('resource'),
        (name) => t('downloaded the dossier of “{name}”', { name }),
        () => t('downloaded the dossier of an engagement'),
      ),
  },
  'engagement.export_ai_use': {
    label: 'AI-use statement downloaded',
    says: (word) =>
      to(
        word('resource'),
        (name) => t('downloaded the AI-use statement of “{name}”', { name }),
        () => t('downloaded the AI-use statement of an engagement'),
      ),
  },
  'query.create': {
    label: 'Query saved',
    says: (word) => t('saved the query {name}', { name: quoted(word('title')) }),
  },
  'query.draft': { label: 'Query drafted', says: () => t('had a query written for a question') },
  'question.ask': {
    label: 'Question asked',
    says: () => t('asked the client what a document leaves open'),
  },
  'question.answer': {
    label: 'Question answered',
    says: () => t('answered a question of an agent'),
  },
  'answer.approve': { label: 'Answer approved', says: () => t('approved the answer') },
  'answer.return': {
    label: 'Answer returned',
    says: () => t('returned the answer with notes'),
  },
  'answer.update': { label: 'Answer edited', says: () => t('edited the answer') },
  'run.message': {
    label: 'Message to a run',
    says: () => t('sent a message to the lead of a run'),
  },
  'run.start': {
    label: 'Run started',
    says: (word) =>
      to(
        word('resource'),
        (name) => t('started a run of “{name}”', { name }),
        () => t('started a run of an engagement'),
      ),
  },
  'run.rerun': {
    get label() {
      return t('Rerun', {}, 'action');
    },
    says: (word) =>
      to(
        word('filename'),
        (name) => t('reran “{name}”', { name }),
        () => t('reran documents'),
      ),
  },
  'run.pause': {
    label: 'Run paused',
    says: (word) =>
      to(
        word('resource'),
        (name) => t('paused the run of “{name}”', { name }),
        () => t('paused the run of an engagement'),
      ),
  },
  'run.resume': {
    label: 'Run resumed',
    says: (word) =>
      to(
        word('resource'),
        (name) => t('resumed the run of “{name}”', { name }),
        () => t('resumed the run of an engagement'),
      ),
  },
  'run.stop': {
    label: 'Run stopped',
    says: (word) =>
      to(
        word('resource'),
        (name) => t('stopped the run of “{name}”', { name }),
        () => t('stopped the run of an engagement'),
      ),
  },
  'deliverable.review': {
    label: 'Reviewed',
    says: (word) =>
      reviews[word('action')]?.(word) ?? t('reviewed {document}', { document: file(word) }),
  },
  'deliverable.edit': {
    label: 'Version written',
    says: (word) => t('wrote {document}', { document: file(word) }),
  },
  'section.lock': {
    label: 'Section locked',
    says: (word) =>
      t('locked {name} in {document}', { name: quoted(word('heading')), document: file(word) }),
  },
  'section.unlock': {
    label: 'Section unlocked',
    says: (word) =>
      t('unlocked {name} in {document}', { name: quoted(word('heading')), document: file(word) }),
  },
  'deliverable.export_pdf': {
    label: 'Document downloaded',
    says: (word) => t('downloaded {document} as PDF', { document: file(word) }),
  },
  'deliverable.export_docx': {
    label: 'Word file downloaded',
    says: (word) => t('downloaded {document} for Word', { document: file(word) }),
  },
  'engagement.export_docx': {
    label: 'Word file of all downloaded',
    says: () => t('downloaded all documents for Word'),
  },
  'deliverable.export_pptx': {
    label: 'Slides downloaded',
    says: (word) => t('downloaded the slides of {document}', { document: file(word) }),
  },
  'engagement.export_pptx': {
    label: 'Slides of all downloaded',
    says: () => t('downloaded the slides of all documents'),
  },
  'engagement.export_xlsx': {
    label: 'Workbook downloaded',
    says: () => t('downloaded the workbook of figures'),
  },
  'storyline.update': { label: 'Slides changed', says: () => t('changed the slides of a deck') },
  'storyline.write': { label: 'Slides written', says: () => t('had the slides of a deck written') },
  'storyline.reset': {
    label: 'Slides reset',
    says: () => t('returned the slides of a deck to what the documents say'),
  },
  'attachment.upload': {
    label: 'File attached',
    says: (word) => t('attached the file {name}', { name: quoted(word('filename')) }),
  },
  'attachment.fetch': {
    label: 'Web page attached',
    says: (word) => t('attached the web page {name}', { name: quoted(word('filename')) }),
  },
  'page.archive': {
    label: 'Web page archived',
    says: (word) => t('read and archived the page {name}', { name: quoted(word('url')) }),
  },
  'schedule.set': {
    label: 'Schedule set',
    says: () => t('set the schedule for reading sources again'),
  },
  'schedule.delete': {
    label: 'Schedule ended',
    says: () => t('ended the schedule for reading sources again'),
  },
  'update.propose': {
    label: 'Amendment proposed',
    says: () => t('found that sources have changed'),
  },
  'update.accept': { label: 'Amendment started', says: () => t('started the proposed amendment') },
  'update.dismiss': {
    label: 'Amendment dismissed',
    says: () => t('dismissed the proposed amendment'),
  },
  'attachment.delete': {
    label: 'File deleted',
    says: (word) => t('deleted the file {name}', { name: quoted(word('filename')) }),
  },
  'template.create': {
    label: 'Template saved',
    says: (word) => t('saved the template {name}', { name: quoted(word('name')) }),
  },
  'template.delete': {
    label: 'Template deleted',
    says: (word) => t('deleted the template {name}', { name: quoted(word('name')) }),
  },
  'portal_token.create': {
    label: 'Client link created',
    says: (word) =>
      to(
        word('clientName') || word('label'),
        (name) => t('created a client link for {name}', { name }),
        () => t('created a client link'),
      ),
  },
  'portal_token.revoke': { label: 'Client link revoked', says: () => t('revoked a client link') },
  'release.create': { label: 'Documents released', says: () => t('released documents to clients') },
  'portal.export_ai_use': {
    label: 'Client downloaded',
    says: () => t('downloaded the AI-use statement of a release'),
  },
  'portal.export_pdf': {
    label: 'Client downloaded',
    says: () => t('downloaded released documents as PDF'),
  },
  'portal.export_docx': {
    label: 'Client downloaded',
    says: () => t('downloaded released documents as a Word file'),
  },
  'deliverable.decide': {
    label: 'Client decided',
    says: (word) =>
      reviews[word('action')]?.(word) ?? t('decided on {document}', { document: file(word) }),
  },
  'portal.comment': {
    label: 'Client commented',
    says: comments,
  },
  'portal.reply': { label: 'Client replied', says: () => t('replied to a comment') },
  'comment.create': {
    label: 'Comment written',
    says: comments,
  },
  'comment.reply': { label: 'Reply written', says: () => t('replied to a comment') },
  'comment.update': {
    label: 'Comment resolved or reopened',
    says: (word) =>
      word('status') === 'resolved' ? t('resolved a comment') : t('reopened a comment'),
  },
  'conflict.settle': { label: 'Conflict settled', says: () => t('settled a conflict') },
  'notice_channel.create': {
    get label() {
      return t('Channel added', {}, 'action');
    },
    says: (word) => t('added a channel at {name}', { name: quoted(word('host')) }),
  },
  'notice_channel.update': {
    label: 'Channel changed',
    says: (word) => t('changed the channel at {name}', { name: quoted(word('host')) }),
  },
  'notice_channel.test': {
    label: 'Channel tested',
    says: () => t('posted a test message to a channel'),
  },
  'notice_channel.delete': {
    get label() {
      return t('Channel removed', {}, 'action');
    },
    says: (word) => t('removed the channel at {name}', { name: quoted(word('host')) }),
  },
  'economics.set': {
    label: 'Economics changed',
    says: () => t('changed fee, hours or costs of an engagement'),
  },
  'economics.export': { label: 'Economics exported', says: () => t('downloaded economics') },
  'grid.create': { label: 'Grid created', says: () => t('asked files the questions of a grid') },
  'grid.add_column': {
    label: 'Question added to grid',
    says: () => t('added a question to a grid'),
  },
  'grid.add_files': { label: 'Files added to grid', says: () => t('added files to a grid') },
  'grid.ask': { label: 'Cell asked anew', says: () => t('had a cell of a grid asked anew') },
  'grid.edit': { label: 'Cell edited', says: () => t('edited a cell of a grid') },
  'grid.export': { label: 'Grid exported', says: () => t('downloaded a grid') },
  'grid.rename': { label: 'Grid renamed', says: () => t('renamed a grid') },
  'grid.stop': { label: 'Grid stopped', says: () => t('stopped a grid') },
  'grid.delete': { label: 'Grid deleted', says: () => t('deleted a grid') },
  'insights.analyze': {
    label: 'Engagements analyzed',
    says: () => t('started an analysis across engagements'),
  },
  'api_key.create': {
    label: 'API key created',
    says: (word) => t('created the API key {name}', { name: quoted(word('name')) }),
  },
  'api_key.rotate': {
    label: 'API key rotated',
    says: (word) => t('rotated the API key {name}', { name: quoted(word('name')) }),
  },
  'api_key.revoke': {
    label: 'API key revoked',
    says: (word) => t('revoked the API key {name}', { name: quoted(word('name')) }),
  },
  'webhook.create': {
    label: 'Webhook added',
    says: (word) => t('added the webhook endpoint {url}', { url: word('url') }),
  },
  'webhook.update': {
    label: 'Webhook edited',
    says: (word) =>
      to(
        word('url'),
        (url) => t('changed the webhook endpoint {url}', { url }),
        () => t('changed a webhook endpoint'),
      ),
  },
  'webhook.delete': {
    label: 'Webhook deleted',
    says: (word) => t('deleted the webhook endpoint {url}', { url: word('url') }),
  },
  'webhook.rotate_secret': {
    label: 'Webhook secret rotated',
    says: () => t('rotated the secret of a webhook endpoint'),
  },
  'webhook.test': {
    label: 'Webhook tested',
    says: () => t('sent a test event to a webhook endpoint'),
  },
  'webhook.redeliver': { label: 'Redelivered', says: () => t('redelivered an event') },
  'branding.update': { label: 'Branding changed', says: () => t('changed the branding') },
  'branding.set_logo': { label: 'Logo set', says: () => t('set the logo') },
  'branding.remove_logo': {
    get label() {
      return t('Logo removed', {}, 'action');
    },
    says: () => t('removed the logo'),
  },
  'branding.set_deck_template': {
    label: 'Slide master set',
    says: () => t('set the master of slides'),
  },
  'branding.remove_deck_template': {
    get label() {
      return t('Slide master removed', {}, 'action');
    },
    says: () => t('removed the master of slides'),
  },
  'billing.portal': { label: 'Billing opened', says: () => t('opened the billing portal') },
  'billing.checkout': {
    label: 'Plan chosen',
    says: (word) => t('chose the plan {plan}', { plan: planOf(word('plan')) }),
  },
  'billing.cancel': { label: 'Subscription canceled', says: () => t('canceled the subscription') },
  'billing.subscription_changed': {
    label: 'Subscription changed',
    says: (word) =>
      t('set the subscription to {plan}, {status}', {
        plan: planOf(word('plan')),
        status: word('status').replaceAll('_', ' '),
      }),
  },
  'assistant.connect': {
    label: 'Assistant connected',
    says: (word) => t('connected the assistant {name}', { name: word('name') }),
  },
  'assistant.disconnect': {
    label: 'Assistant disconnected',
    says: (word) => t('disconnected the assistant {name}', { name: word('name') }),
  },
  'assistant.call_tool': {
    label: 'Tool of an assistant used',
    says: (word) =>
      word('refused') === ''
        ? t('used the tool {name}', { name: word('tool') })
        : t('was refused the tool {name}', { name: word('tool') }),
  },
  'wall.create': {
    label: 'Wall put up',
    says: (word) => t('put up the wall {name}', { name: quoted(word('name')) }),
  },
  'wall.update': {
    label: 'Wall changed',
    says: (word) => t('changed the wall {name}', { name: quoted(word('name')) }),
  },
  'wall.delete': {
    label: 'Wall taken down',
    says: (word) => t('took down the wall {name}', { name: quoted(word('name')) }),
  },
  'wall.enter': {
    label: 'Wall entered',
    says: (word) =>
      to(
        word('reason'),
        (reason) =>
          t('entered the wall {name} for one hour: {reason}', {
            name: quoted(word('name')),
            reason,
          }),
        () => t('entered the wall {name} for one hour', { name: quoted(word('name')) }),
      ),
  },
  'account.export': { label: 'Data exported', says: () => t('exported all data of the workspace') },
  'account.delete': { label: 'Erasure started', says: () => t('started erasing the workspace') },
});

export const auditResources: Readonly<Record<AuditResource, string>> = translated({
  user: 'People',
  tenant: 'Workspace',
  engagement: 'Engagements and runs',
  deliverable: 'Documents',
  attachment: 'Attachments',
  template: 'Templates',
  portal_token: 'Client links',
  release: 'Releases',
  api_key: 'API keys',
  assistant: 'Assistants',
  scim_group: 'Directory group',
  scim_token: 'Directory token',
  sso_connection: 'Single sign-on',
  webhook: 'Webhooks',
  branding: 'Branding',
  subscription: 'Billing',
  library_card: 'Library',
  grid: 'Grids',
  model: 'Models',
  model_key: 'Model keys',
  notice_channel: 'Channels',
  page: 'Web pages',
  query: 'Queries',
  question: 'Questions',
  conflict: 'Conflicts',
  update: 'Recurring checks',
  wall: 'Walls',
  pattern_analysis: 'Analytics',
  deletion_request: 'Erasure',
});
