import { awaitApproval } from '../../material/answers/answers.ts';
import type { EngineServices } from '../call/engine-services.ts';
import { emitEvent } from '../kernel/events.ts';
import { parkRunUntilApproval } from '../kernel/questions.ts';
import { runRecorded } from '../steps/calling/call-model.ts';
import { type Analysis, type AnalysisEnd, reviseAnswer } from './analysis.ts';

/** How the wait for an approval ends. `parked`: another work of the run goes on after the decision. */
export type ApprovalEnd =
  | { outcome: 'approved' }
  | { outcome: 'parked' }
  | Exclude<AnalysisEnd, { outcome: 'answered' }>;

/**
 * Waits, without a worker and without money, until a person approves the answer. The lead changes an
 * answer that is returned with notes, and the run waits again.
 * @param generation the number of the run's work
 */
export async function approveAnswer(
  services: EngineServices,
  analysis: Analysis,
  generation: number,
): Promise<ApprovalEnd> {
  const { database } = services;
  const { tenantId, runId, engagementId } = analysis;
  let round = 1;
  for (;;) {
    const target = { tenantId, runId, engagementId, round };
    const approval = await runRecorded(services, () => awaitApproval(database, target));
    if (approval.state === 'approved') return { outcome: 'approved' };
    if (approval.state === 'waiting') {
      await tellWait(services, analysis, round);
      const run = { tenantId, runId, generation };
      if (await runRecorded(services, () => parkRunUntilApproval(database, run)))
        return { outcome: 'parked' };
      continue;
    }
    const { notes } = approval;
    const revised = await reviseAnswer(services, analysis, { round, notes });
    if (revised.outcome !== 'answered') return revised;
    round += 1;
  }
}

async function tellWait(services: EngineServices, analysis: Analysis, round: number) {
  await emitEvent(services, analysis, `step:approval:${round}`, {
    type: 'step',
    taskId: null,
    phase: 'approval',
    agent: services.roster.planner.slug,
    kind: 'note',
    text: 'Waits for the approval of the answer.',
    entryId: null,
  });
  services.signals.notify(analysis.runId);
}
