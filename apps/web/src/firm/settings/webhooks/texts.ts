import type { EventName } from '@ecp/contract/reach/webhook-events';
import { t, translated } from '../../../base/language/translate.ts';

export const webhookTexts = translated({
  title: 'Webhooks',
  description:
    'Notify your systems when something happens here. Each event is sent to your address as a signed POST request.',
  readOnlyRole: 'Admins and the owner add and change endpoints.',
  create: 'Add endpoint',
  listLabel: 'Webhook endpoints',
  columns: { url: 'Endpoint', events: 'Events', state: 'State', last: 'Last delivery' },
  enabled: 'Enabled',
  disabled: 'Disabled',
  allEvents: 'All events',
  countEvents: (count: number) => t('{count, plural, one {# event} other {# events}}', { count }),
  noDelivery: 'None yet',
  empty: {
    title: 'No endpoints yet',
    advice:
      'Add an address to notify of runs, documents and reviews. Every message is signed, retried for hours if your server is down, and listed here for 30 days.',
    adviceReader:
      'Endpoints are notified of runs, documents and reviews. An admin or the owner of your team can add one.',
  },
  form: {
    createTitle: 'Add an endpoint',
    editTitle: 'Edit the endpoint',
    url: 'Address',
    urlHint: 'A public https address that answers with a 2xx within 10 seconds.',
    note: 'Description',
    noteHint: 'Optional: what receives it.',
    events: 'Events',
    all: 'Choose all',
    none: 'Choose none',
    eventsMissing: 'Choose at least one event.',
    submitCreate: 'Add endpoint',
    submitEdit: 'Save changes',
    saved: 'Endpoint saved',
  },
  secret: {
    title: 'The secret of your endpoint',
    rotatedTitle: 'The new secret of your endpoint',
    label: 'Signing secret',
    copy: 'Copy secret',
    warning:
      'Copy this secret now. It is shown only once. Your server uses it to check that a message came from us.',
    overlap: (moment: string) =>
      t(
        'Until {moment} messages are also signed with the previous secret, so that you can switch without a gap.',
        {
          moment,
        },
      ),
    done: 'I have copied it',
  },
  page: {
    above: 'Webhooks',
    test: 'Send a test',
    edit: 'Edit',
    actions: 'More actions',
    disable: 'Disable',
    enable: 'Enable',
    wasDisabled: 'Endpoint disabled: nothing is sent to it',
    wasEnabled: 'Endpoint enabled',
    added: (day: string) => t('Added {day}', { day }),
    subscribed: 'Subscribed events',
  },
  ping: {
    answered: (statusCode: number, durationMs: number) =>
      t('Your endpoint answered {statusCode} in {durationMs} ms.', { statusCode, durationMs }),
    refused: (statusCode: number, durationMs: number) =>
      t(
        'Your endpoint answered {statusCode} in {durationMs} ms. Anything but a 2xx counts as not delivered.',
        {
          statusCode,
          durationMs,
        },
      ),
    unreachable: (error: string) => t('Your endpoint did not answer: {error}', { error }),
    noReason: 'no connection',
  },
  rotate: {
    item: 'Rotate the secret…',
    title: 'Rotate the secret?',
    advice:
      'You get a new secret. For 24 hours, messages are signed with both secrets, so nothing is lost meanwhile.',
    confirm: 'Rotate secret',
  },
  remove: {
    item: 'Delete…',
    title: 'Delete this endpoint?',
    advice:
      'Nothing more is sent to it, and its delivery history is deleted. This cannot be undone.',
    confirm: 'Delete endpoint',
    done: 'Endpoint deleted',
  },
  deliveries: {
    title: 'Deliveries',
    description:
      'Each attempt of the last 30 days, newest first. Failed deliveries are retried after 5 s, 30 s, 2 min, 10 min, 1 h, 4 h and 12 h.',
    label: 'Deliveries',
    state: 'Which deliveries',
    states: { all: 'All', delivered: 'Delivered', failed: 'Failed' },
    event: 'Event',
    allEvents: 'All events',
    columns: {
      state: 'State',
      event: 'Event',
      attempt: 'Attempt',
      code: 'Response',
      duration: 'Duration',
      get time() {
        return t('Time', {}, 'moment');
      },
    },
    delivered: 'Delivered',
    failed: 'Failed',
    noAnswer: 'No response',
    attempt: (attempt: number) => t('Attempt {attempt}', { attempt }),
    duration: (durationMs: number) => t('{durationMs} ms', { durationMs }),
    loadingMore: 'Loading older attempts',
    loadMore: 'Load older attempts',
    empty: { title: 'Nothing sent yet', advice: 'Send a test, or wait for the first event.' },
    noMatch: {
      title: 'No attempt matches',
      advice: 'Show all attempts, or load older ones.',
      reset: 'Show all',
    },
  },
  delivery: {
    id: 'Delivery',
    due: (attempt: number) => t('Attempt {attempt} is scheduled', { attempt }),
    settled: 'Delivered',
    givenUp: 'Not delivered',
    redeliver: 'Deliver again',
    redelivered: 'Redelivery started',
    whenDisabled: 'Enable the endpoint to deliver this again.',
    payload: 'What was sent',
    attempts: 'Attempts',
    noBody: 'The response had no body.',
    happened: (moment: string) => t('Occurred {moment}', { moment }),
  },
  groups: {
    runs: 'Runs',
    deliverables: 'Documents',
    quality: 'Quality and analytics',
    questions: 'Questions',
    grids: 'Grids',
    updates: 'Updates',
    clients: 'Clients and files',
    workspace: 'Workspace',
  },
  verify: {
    title: 'Verify that a message is from us',
    description:
      'Verify each message before you trust it. The SDK compares the signature in constant time and refuses messages that are too old.',
    label: 'In Node or any fetch-based server',
  },
});

export const webhookEventTexts: Record<EventName, string> = translated({
  'engagement.started': 'A run has started.',
  'engagement.completed': 'A run has completed with all its documents.',
  'engagement.failed': 'A run has failed or was stopped.',
  'deliverable.ready': 'A new version of a document can be read.',
  'deliverable.approved': 'A document was approved.',
  'deliverable.revision_requested': 'A reviewer has requested changes.',
  'deliverable.rejected': 'A document was rejected.',
  'deliverable.reviewed': 'A document was reviewed, or a client decided on a released version.',
  'quality.scored': 'A task of a run has received its quality score.',
  'pattern_analysis.completed': 'An analysis across engagements has completed.',
  'comment.created': 'Someone has commented on a passage, a document or an engagement.',
  'portal.comment_received': 'A client has written a comment or a reply.',
  'question.asked': 'An agent has asked people a question.',
  'question.answered': 'Someone has answered a question of an agent.',
  'update.proposed': 'Sources have changed, and an amendment is proposed.',
  'grid.completed': 'A grid is answered, or has stopped.',
  'attachment.uploaded': 'A file or web page was attached.',
  'report.generated': 'An engagement was downloaded as a PDF.',
  'account.deletion_requested': 'Someone has started to erase this workspace.',
});

export const eventGroups: readonly {
  group: keyof typeof webhookTexts.groups;
  events: readonly EventName[];
}[] = [
  { group: 'runs', events: ['engagement.started', 'engagement.completed', 'engagement.failed'] },
  {
    group: 'deliverables',
    events: [
      'deliverable.ready',
      'deliverable.reviewed',
      'deliverable.approved',
      'deliverable.revision_requested',
      'deliverable.rejected',
    ],
  },
  { group: 'quality', events: ['quality.scored', 'pattern_analysis.completed'] },
  { group: 'questions', events: ['question.asked', 'question.answered'] },
  { group: 'updates', events: ['update.proposed'] },
  { group: 'grids', events: ['grid.completed'] },
  {
    group: 'clients',
    events: [
      'comment.created',
      'portal.comment_received',
      'attachment.uploaded',
      'report.generated',
    ],
  },
  { group: 'workspace', events: ['account.deletion_requested'] },
];
