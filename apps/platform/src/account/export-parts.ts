import { exportedApiKeys } from '../identity/api-keys/export-api-keys.ts';
import { exportedSecondFactors } from '../identity/second-factor/export-second-factors.ts';
import { exportedUsers } from '../identity/team/export-users.ts';
import type { AnyExportPart } from '../kernel/database/export-part.ts';
import { exportedLibraryEntries } from '../reach/library/export-library-entries.ts';
import {
  exportedNoticeChannels,
  exportedNotices,
  exportedNotificationSettings,
} from '../reach/notices/export-notices.ts';
import { exportedClientLinks, exportedReleases } from '../reach/portal/releases/export-releases.ts';
import { exportedWebhooks } from '../reach/webhooks/export-webhooks.ts';
import { exportedAttachments } from '../work/attachments/export-attachments.ts';
import { exportedCards } from '../work/cards/export-cards.ts';
import { exportedComments } from '../work/comments/export-comments.ts';
import { exportedCitations } from '../work/deliverables/citations/export-citations.ts';
import { exportedClientDecisions } from '../work/deliverables/client-decisions/export-client-decisions.ts';
import { exportedDeliverables } from '../work/deliverables/export-deliverables.ts';
import { exportedNotedConflicts, exportedSettlements } from '../work/deliverables/figures/conflict-rows.ts';
import { exportedFigures } from '../work/deliverables/figures/figures.ts';
import { exportedDrafts } from '../work/deliverables/writing/export-drafts.ts';
import { exportedJudgeAnswers } from '../work/deliverables/writing/judge-answers.ts';
import { exportedEngagements } from '../work/engagements/export-engagements.ts';
import { exportedPlans } from '../work/plans/export-plans.ts';
import { exportedQuestions } from '../work/questions/export-questions.ts';
import { exportedSchedules, exportedUpdates } from '../work/recurring/export-recurring.ts';
import { exportedPageReads, exportedPages, exportedSearches } from '../work/research/export-research.ts';
import { exportedRuns, exportedTaskScores, exportedUnscoredTasks } from '../work/runs/reading/export-runs.ts';
import { exportedQueries, exportedTables } from '../work/tables/export-tables.ts';
import { exportedTemplates } from '../work/templates/export-templates.ts';
import { exportedDeletionRequests } from './export-deletion-requests.ts';

/** All arrays of the export in their order (ACC-2), and the additional ones. */
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
  exportedFigures,
  exportedNotedConflicts,
  exportedSettlements,
  exportedJudgeAnswers,
  exportedPlans,
  exportedUnscoredTasks,
  exportedSecondFactors,
  exportedTables,
  exportedQueries,
  exportedQuestions,
  exportedPages,
  exportedSearches,
  exportedPageReads,
  exportedSchedules,
  exportedUpdates,
  exportedCards,
  exportedComments,
  exportedDrafts,
  exportedClientLinks,
  exportedReleases,
  exportedClientDecisions,
  exportedNotices,
  exportedNotificationSettings,
  exportedNoticeChannels,
  exportedDeletionRequests,
];
