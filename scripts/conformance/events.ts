import { statementsOf, testsIn } from './statement.ts';
import * as file from './test-files.ts';

/** Webhook events and their delivery. */
export const events = statementsOf('events', 'Events', [
  {
    key: 'names',
    part: 'names',
    says: 'The thirteen events can be subscribed to, others and the ping cannot.',
    tests: [
      ...testsIn('packages/contract/src/webhook-event-names.test.ts')('the thirteen events that can be subscribed to'),
      ...file.webhooks('are refused with %s'),
    ],
  },
  {
    key: 'engagement.started',
    part: 'engagement.started',
    says: 'Start Run emits it.',
    tests: [
      ...file.startRun('runs an engagement to its end'),
      ...file.deliveries('of every event that the product emits'),
    ],
  },
  {
    key: 'engagement.completed',
    part: 'engagement.completed',
    says: 'A completed run emits it once, with engagement, status and run.',
    tests: [
      ...file.readRunEnd('a %s run that the engine reports as %s'),
      ...file.startRun('runs an engagement to its end'),
    ],
  },
  {
    key: 'engagement.failed',
    part: 'engagement.failed',
    says: 'A failed run emits it once.',
    tests: [
      ...file.readRunEnd('a %s run that the engine reports as %s'),
      ...file.controlRun('stops once however many ask'),
    ],
  },
  {
    key: 'deliverable.ready',
    part: 'deliverable.ready',
    says: 'Each new deliverable emits it.',
    tests: [...file.startRun('runs an engagement to its end'), ...file.syncRun('brings every event over once')],
  },
  {
    key: 'reviews',
    part: 'deliverable.approved, .revision_requested, .rejected',
    says: 'A review emits the event of its action.',
    tests: file.review('%s makes it %s'),
  },
  {
    key: 'portal.comment_received',
    part: 'portal.comment_received',
    says: 'A client’s comment emits it.',
    tests: testsIn('apps/platform/src/reach/portal/portal.test.ts')('reach the team, the webhooks and the audit log'),
  },
  {
    key: 'quality.scored',
    part: 'quality.scored',
    says: 'Each score emits it.',
    tests: [
      ...file.startRun('runs an engagement to its end'),
      ...file.mainJob('mails start and end, audits what was done'),
    ],
  },
  {
    key: 'pattern_analysis.completed',
    part: 'pattern_analysis.completed',
    says: 'An analysis emits it.',
    tests: [
      ...testsIn('apps/platform/src/reach/insights/insights.test.ts')('turns what the engagements left into insights'),
      ...testsIn('apps/platform/src/reach/insights/rubric-agreement.test.ts')(
        'reviews through the API become the agreement',
      ),
    ],
  },
  {
    key: 'account.deletion_requested',
    part: 'account.deletion_requested',
    says: 'It is delivered before the endpoints of a deleted account go.',
    tests: [
      ...file.deleteAccount('is told to webhooks before they go'),
      ...file.deliveries('what is due of an event can be sent before its endpoints go'),
    ],
  },
  {
    key: 'attachment.uploaded',
    part: 'attachment.uploaded',
    says: 'Uploading and fetching emit it.',
    tests: [...file.attachments('writes the event and the audit row'), ...file.fromUrl('the event carries sourceUrl')],
  },
  {
    key: 'report.generated',
    part: 'report.generated',
    says: 'The PDF of the whole engagement emits it, that of one deliverable does not.',
    tests: file.exportsPdf('dispatches report.generated', 'latest version with company'),
  },
  {
    key: 'ping',
    part: 'ping',
    says: 'Only the test sends it, and answers 200 whatever the receiver says.',
    tests: file.webhooks('is sent, answered with 200 whatever the receiver says', 'tells that nobody can be reached'),
  },
  {
    key: 'post',
    part: 'delivery',
    says: 'A delivery is a JSON POST with signature, event name and the fixed body.',
    tests: file.deliveries('is posted as specified and signed'),
  },
  {
    key: 'timeout',
    part: 'delivery',
    says: 'An attempt ends after 10 seconds.',
    tests: testsIn('apps/platform/src/reach/webhooks/bad-receivers.test.ts')(
      'never answers is given ten seconds an attempt',
    ),
  },
  {
    key: 'signature',
    part: 'signature',
    says: 'It is the HMAC-SHA256 of time and raw body under the endpoint’s own secret.',
    tests: [
      ...file.deliveries('is posted as specified and signed'),
      ...testsIn('e2e/sdk.e2e.test.ts')('what the platform signs is what the SDK verifies'),
    ],
  },
  {
    key: 'secret',
    part: 'signature',
    says: 'Secrets are shown once and can be rotated.',
    tests: [
      ...file.webhooks('are created with a secret that no other answer shows'),
      ...file.deliveries('signs beside the new one for 24 hours'),
    ],
  },
  {
    key: 'log',
    part: 'delivery',
    says: 'Each attempt is logged with status, the first 1,000 characters and the duration.',
    tests: [
      ...file.deliveries('is posted as specified and signed'),
      ...file.webhooks('keeps the first 1,000 characters'),
    ],
  },
]);
