import { t, translated } from '../../../base/language/translate.ts';
export const channelTexts = translated({
  title: 'Slack and Teams',
  description:
    'Notices of this workspace are posted to these channels as soon as something happens.',
  readOnlyRole: 'Only admins and the owner can add and change channels.',
  create: 'Add channel',
  list: 'Channels',
  kinds: { slack: 'Slack', teams: 'Teams' },
  groups: { runs: 'Runs, questions and changed sources', clients: 'What clients say' },
  enabled: 'On',
  disabled: 'Off',
  neverPosted: 'Nothing posted yet',
  posted: (ago: string) => t('Last post {ago}', { ago }),
  failed: (ago: string, error: string) => t('Last post failed ({ago}): {error}', { ago, error }),
  test: 'Send a test',
  tested: 'The test message was posted',
  actions: (label: string) => t('Actions for {label}', { label }),
  edit: 'Edit…',
  disable: 'Switch off',
  enable: 'Switch on',
  wasDisabled: 'Channel switched off: nothing is posted to it',
  wasEnabled: 'Channel switched on',
  empty: {
    title: 'No channels yet',
    advice:
      'Add a Slack or Teams channel, and your team is notified there when a run ends or a client responds.',
    adviceReader:
      'An admin or the owner of the workspace can add a Slack or Teams channel for notices.',
  },
  form: {
    createTitle: 'Add a channel',
    editTitle: 'Edit the channel',
    kind: 'Service',
    kindHints: {
      slack: 'An incoming webhook of a Slack app',
      teams: 'A workflow of a Teams channel',
    },
    url: 'Webhook address',
    urlHints: {
      slack:
        'In Slack, add an app with incoming webhooks to the channel and copy the address that it shows.',
      teams:
        'In Teams, open the channel’s menu and choose Workflows. Add the workflow that posts webhook requests to a channel, and copy its address.',
    },
    urlKept: 'Leave this empty to keep the address. It is secret and never shown.',
    label: 'Name',
    labelHint: 'The name by which you know the channel, such as #consulting.',
    groups: 'Notices to post',
    groupsMissing: 'Choose at least one kind of notice.',
    submitCreate: 'Add channel',
    submitEdit: 'Save changes',
    added: 'Channel added',
    saved: 'Channel saved',
  },
  remove: {
    item: 'Remove…',
    title: (label: string) => t('Remove {label}?', { label }),
    advice: 'No more notices are posted to it. The channel and its earlier posts stay.',
    confirm: 'Remove channel',
    done: 'Channel removed',
  },
});
