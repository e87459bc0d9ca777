import { exportedApiKeys } from '../api-keys/export-api-keys.ts';
import { exportedAttachments } from '../attachments/export-attachments.ts';
import { exportedUsers } from '../auth/export-users.ts';
import { exportedCitations } from '../deliverables/export-citations.ts';
import { exportedDeliverables } from '../deliverables/export-deliverables.ts';
import { exportedEngagements } from '../engagements/export-engagements.ts';
import { exportedLibraryEntries } from '../library/export-library-entries.ts';
import { exportedPlans } from '../plans/export-plans.ts';
import { exportedRuns, exportedTaskScores } from '../runs/export-runs.ts';
import { exportedTemplates } from '../templates/export-templates.ts';
import { exportedWebhooks } from '../webhooks/export-webhooks.ts';
import { exportedDeletionRequests } from './export-deletion-requests.ts';
import type { AnyExportPart } from './export-part.ts';

/** All arrays of the export, in the order of the specification (Account: Export, Other records), and what is beside it. */
export const exportParts: readonly AnyExportPart[] = [
  exportedUsers,
  exportedEngagements,
  exportedDeliverables,
  exportedRuns,
  exportedApiKeys,
  exportedWebhooks,
  exportedTemplates,
  exportedTaskScores,
  exportedLibraryEntries,
  exportedAttachments,
  exportedCitations,
  exportedPlans,
  exportedDeletionRequests,
];
