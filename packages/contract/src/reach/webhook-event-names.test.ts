import { expect, test } from 'vitest';
import { webhookEvents } from './webhook-events.ts';

// WEB-13
test('nineteen events can be subscribed to; the ping is not one of them', () => {
  expect([...webhookEvents].sort()).toEqual([
    'account.deletion_requested',
    'attachment.uploaded',
    'comment.created',
    'deliverable.approved',
    'deliverable.ready',
    'deliverable.rejected',
    'deliverable.reviewed',
    'deliverable.revision_requested',
    'engagement.completed',
    'engagement.failed',
    'engagement.started',
    'grid.completed',
    'pattern_analysis.completed',
    'portal.comment_received',
    'quality.scored',
    'question.answered',
    'question.asked',
    'report.generated',
    'update.proposed',
  ]);
});
