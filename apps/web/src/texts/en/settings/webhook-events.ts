import type { EventName } from '@ecp/contract/reach/webhook-events';

/** A description of each event in plain words (WEB-13). */
export const webhookEventTexts: Record<EventName, string> = {
  'engagement.started': 'A run has started.',
  'engagement.completed': 'A run has completed with all its deliverables.',
  'engagement.failed': 'A run has failed or was stopped.',
  'deliverable.ready': 'A new version of a deliverable can be read.',
  'deliverable.approved': 'A deliverable was approved.',
  'deliverable.revision_requested': 'A reviewer has requested changes.',
  'deliverable.rejected': 'A deliverable was rejected.',
  'deliverable.reviewed': 'A deliverable was reviewed, or a client decided about a released version.',
  'quality.scored': 'A task of a run has received its quality score.',
  'pattern_analysis.completed': 'An analysis across engagements has completed.',
  'comment.created': 'Someone has commented on a passage, a document or an engagement.',
  'portal.comment_received': 'A client has written a comment or a reply.',
  'question.asked': 'An agent has asked people a question.',
  'question.answered': 'Someone has answered a question of an agent.',
  'update.proposed': 'Sources have changed, and an amendment is proposed.',
  'attachment.uploaded': 'A file or web page was attached.',
  'report.generated': 'An engagement was downloaded as a PDF.',
  'account.deletion_requested': 'Someone has started to erase this workspace.',
};

/** The events in the groups and order in which the form offers them. */
export const eventGroups: readonly { title: string; events: readonly EventName[] }[] = [
  { title: 'Runs', events: ['engagement.started', 'engagement.completed', 'engagement.failed'] },
  {
    title: 'Deliverables',
    events: [
      'deliverable.ready',
      'deliverable.reviewed',
      'deliverable.approved',
      'deliverable.revision_requested',
      'deliverable.rejected',
    ],
  },
  { title: 'Quality and analytics', events: ['quality.scored', 'pattern_analysis.completed'] },
  { title: 'Questions', events: ['question.asked', 'question.answered'] },
  { title: 'Updates', events: ['update.proposed'] },
  {
    title: 'Clients and files',
    events: ['comment.created', 'portal.comment_received', 'attachment.uploaded', 'report.generated'],
  },
  { title: 'Workspace', events: ['account.deletion_requested'] },
];
