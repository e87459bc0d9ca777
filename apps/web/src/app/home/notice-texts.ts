import { namelessClient } from '@ecp/contract/values/authors';
import { modelProviderNames } from '@ecp/contract/values/model-key-providers';
import type { NoticeData, NoticeKind } from '@ecp/contract/values/notice-kinds';
import { nameSlug, sentence } from '../../base/format/words.ts';
import { t, translated } from '../../base/language/translate.ts';

export const noticeTexts = translated({
  title: 'Notices',
  description: 'What has happened in your engagements. Notices are kept for 90 days.',
  settings: 'Choose what you get by email',
  list: 'Notices',
  show: 'Which notices',
  all: 'All',
  unread: 'Unread',
  readAll: 'Mark all as read',
  more: 'Load older notices',
  empty: {
    title: 'No notices yet',
    advice:
      'A notice appears here when a run that you started ends, when an agent asks a question, and when a client comments, answers or decides.',
  },
  nothingUnread: { title: 'Nothing unread', advice: 'You have read all your notices.' },
});

/** Who speaks. Every sentence says that it is a client, because the firm chooses the name. */
const nameOf = (author: string) => (author === namelessClient ? '' : author);

/**
 * The sentence of each kind of notice. Each about a client says so, because clients choose their
 * names freely.
 */
const sentences: { [K in NoticeKind]: (engagement: string, data: NoticeData[K]) => string } = {
  run_completed: (engagement) => t('The run of “{engagement}” is complete.', { engagement }),
  run_failed: (engagement, { reason }) =>
    reason === 'budget_exhausted'
      ? t('The run of “{engagement}” ended early: its budget is used up.', { engagement })
      : t('The run of “{engagement}” has failed.', { engagement }),
  question_asked: (engagement) => t('An agent working on “{engagement}” asks:', { engagement }),
  update_proposed: (engagement, { changes, documents }) =>
    t(
      'Sources of “{engagement}” have changed: {changes, plural, one {# cited passage} other {# cited passages}} in {documents, plural, one {# document} other {# documents}}.',
      { engagement, changes, documents },
    ),
  grid_completed: (engagement, { title: grid, reason }) => {
    if (reason === null)
      return t('The grid “{grid}” in “{engagement}” is complete.', { grid, engagement });
    if (reason === 'tenant_spend_limit') {
      return t(
        'The grid “{grid}” in “{engagement}” has stopped, because the workspace has spent what a day allows.',
        {
          grid,
          engagement,
        },
      );
    }
    return reason === 'budget_exceeded'
      ? t('The grid “{grid}” in “{engagement}” has stopped, because the budget is spent.', {
          grid,
          engagement,
        })
      : t(
          'The grid “{grid}” in “{engagement}” has stopped, because the engine did not accept it.',
          {
            grid,
            engagement,
          },
        );
  },
  owner_assigned: (engagement, { assignedBy }) =>
    t('{assignedBy} has made you the owner of “{engagement}”.', { assignedBy, engagement }),
  client_comment: (engagement, { author, filename, title }) => {
    const name = nameOf(author);
    if (filename === null) {
      return name === ''
        ? t('A client commented on “{engagement}”:', { engagement })
        : t('The client {name} commented on “{engagement}”:', { name, engagement });
    }
    const document = title ?? nameSlug(filename);
    return name === ''
      ? t('A client commented on “{document}” in “{engagement}”:', { document, engagement })
      : t('The client {name} commented on “{document}” in “{engagement}”:', {
          name,
          document,
          engagement,
        });
  },
  client_answer: (engagement, { author }) => {
    const name = nameOf(author);
    return name === ''
      ? t('A client answered a question in “{engagement}”:', { engagement })
      : t('The client {name} answered a question in “{engagement}”:', { name, engagement });
  },
  client_decision: (engagement, { author, action, version, filename, title, words }) => {
    const name = nameOf(author);
    const document = title ?? nameSlug(filename);
    const said =
      name === ''
        ? t(
            '{action, select, approve {A client approved version {version} of “{document}” in “{engagement}”} request_revision {A client asked for a revision of version {version} of “{document}” in “{engagement}”} other {A client rejected version {version} of “{document}” in “{engagement}”}}',
            { action, version, document, engagement },
          )
        : t(
            '{action, select, approve {The client {name} approved version {version} of “{document}” in “{engagement}”} request_revision {The client {name} asked for a revision of version {version} of “{document}” in “{engagement}”} other {The client {name} rejected version {version} of “{document}” in “{engagement}”}}',
            { action, name, version, document, engagement },
          );
    return words === '' ? sentence(said) : t('{said}:', { said });
  },
  approval_needed: (
    engagement,
    { approvedBy, version, filename, title, approvals, approvalsNeeded },
  ) =>
    t(
      '{approvedBy} approved version {version} of “{document}” in “{engagement}”. {missing, plural, one {# more approval is needed} other {# more approvals are needed}}.',
      {
        approvedBy,
        version,
        document: title ?? nameSlug(filename),
        engagement,
        missing: approvalsNeeded - approvals,
      },
    ),
  model_key_refused: (engagement, { provider, last4 }) =>
    t(
      '{provider} refused the key of your workspace that ends in {last4}. Its models are left out of runs until an admin sets another key. It was noticed in “{engagement}”.',
      { provider: modelProviderNames[provider], last4, engagement },
    ),
  webhook_gone: (engagement, { host }) =>
    t(
      'The webhook receiver at {host} answered that it takes no more deliveries (status 410), so the endpoint is disabled. It was noticed in “{engagement}”.',
      { host, engagement },
    ),
};

export function describeNotice<K extends NoticeKind>(notice: {
  kind: K;
  engagementName: string;
  data: NoticeData[K];
}): string {
  return sentences[notice.kind](notice.engagementName, notice.data);
}
