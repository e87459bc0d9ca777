import type { EventName } from '@ecp/contract/webhook-events';

/** What each event says, in plain words (WEB-13). */
export const eventTexts: Record<EventName, string> = {
  'engagement.started': 'A run has begun.',
  'engagement.completed': 'A run has finished with all its deliverables.',
  'engagement.failed': 'A run has failed or was stopped.',
  'deliverable.ready': 'A new version of a deliverable can be read.',
  'deliverable.approved': 'A deliverable was approved.',
  'deliverable.revision_requested': 'A reviewer asks for changes.',
  'deliverable.rejected': 'A deliverable was rejected.',
  'quality.scored': 'A task of a run has got its quality score.',
  'pattern_analysis.completed': 'An analysis across engagements has new insights.',
  'portal.comment_received': 'A client has written a comment.',
  'attachment.uploaded': 'A file or web page was attached.',
  'report.generated': 'An engagement was downloaded as a PDF.',
  'account.deletion_requested': 'Somebody has begun to erase this workspace.',
};

/** The events in the order and groups in which they are offered. */
export const eventGroups: readonly { title: string; events: readonly EventName[] }[] = [
  { title: 'Runs', events: ['engagement.started', 'engagement.completed', 'engagement.failed'] },
  {
    title: 'Deliverables',
    events: ['deliverable.ready', 'deliverable.approved', 'deliverable.revision_requested', 'deliverable.rejected'],
  },
  { title: 'Quality and insights', events: ['quality.scored', 'pattern_analysis.completed'] },
  { title: 'Clients and files', events: ['portal.comment_received', 'attachment.uploaded', 'report.generated'] },
  { title: 'Workspace', events: ['account.deletion_requested'] },
];
