import { markChallenged } from '../../material/answers/answers.ts';
import type { EngineServices } from '../call/engine-services.ts';
import type { CallFailure } from '../call/model-call.ts';
import { noteConflictTool, researchTools, type ToolDefinition } from '../call/tool-types.ts';
import { workspaceTools } from '../call/workspace-tools.ts';
import { emitEvent } from '../kernel/events.ts';
import { foreignModels } from '../routing/judges.ts';
import { runRecorded } from '../steps/calling/call-model.ts';
import { type Analysis, type AnalysisEnd, gatherAnalysis, settleObjections } from './analysis.ts';
import { converse } from './session.ts';

/** The agent that objects, in the log and the calls. It leads no task and has no roster file. */
const challengerSlug = 'challenger';

/** Limits the turns of a challenger. */
const maxTurns = 40;
/** The part of the money of a run that its challenger may spend. */
const challengeShare = 0.15;

const challengerTools: ToolDefinition[] = [
  workspaceTools.readSource,
  workspaceTools.searchSources,
  workspaceTools.runQuery,
  workspaceTools.runCode,
  workspaceTools.recordFact,
  workspaceTools.notePassage,
  noteConflictTool,
  ...researchTools,
  workspaceTools.submitObjections,
];

/** How a challenge ends: with an answer that stands, or with the end of the run's work. */
export type ChallengeEnd =
  | { outcome: 'challenged' }
  | Exclude<AnalysisEnd, { outcome: 'answered' } | CallFailure>;

/**
 * Lets a challenger with a fresh context object to the answer, where possible with a model of
 * another provider, and lets the lead settle each objection. A challenge or a settlement that fails
 * leaves the answer as it stands, which the log says.
 */
export async function challengeAnswer(
  services: EngineServices,
  analysis: Analysis,
): Promise<ChallengeEnd> {
  const { tenantId, runId, engagementId, tasks } = analysis;
  const run = { tenantId, runId, engagementId };
  const [deciding] = tasks;
  const end = await converse(services, {
    ...run,
    phase: 'challenge',
    purpose: 'critique',
    key: 'challenge',
    taskId: null,
    askingTaskId: deciding.id,
    agentSlug: challengerSlug,
    models: challengersOf(services, analysis),
    tools: challengerTools,
    maxTurns,
    moneyShare: challengeShare,
    lastCall: 'Call submit_objections now; nothing else is executed.',
    submission: workspaceTools.submitObjections,
    gather: (lastNumber) => gatherAnalysis(services, run, { tasks, maxTurns, lastNumber }),
  });
  if (end.outcome === 'stopped' || end.outcome === 'waiting') return end;
  if (end.outcome !== 'submitted') {
    const reason = 'message' in end ? ` ${end.message}` : '';
    await leaveOut(services, analysis, `The challenger has made no objections.${reason}`);
    return { outcome: 'challenged' };
  }
  const { objections = [] } = end.call.input;
  if (objections.length === 0) {
    await acceptUnchallenged(services, analysis);
    return { outcome: 'challenged' };
  }
  const settled = await settleObjections(services, analysis, objections);
  if (settled.outcome === 'stopped' || settled.outcome === 'waiting') return settled;
  if (settled.outcome !== 'answered')
    await leaveOut(services, analysis, `The objections are not settled. ${settled.message}`);
  await acceptUnchallenged(services, analysis);
  return { outcome: 'challenged' };
}

/** Says in the log why the answer is not challenged, and lets the run go on with it. */
export async function leaveOut(
  services: EngineServices,
  analysis: Analysis,
  message: string,
): Promise<void> {
  await emitEvent(services, analysis, 'log:challenge-left-out', {
    type: 'log',
    level: 'warning',
    code: 'call_left_out',
    agent: challengerSlug,
    taskId: null,
    message,
  });
  services.signals.notify(analysis.runId);
  await acceptUnchallenged(services, analysis);
}

const acceptUnchallenged = (services: EngineServices, analysis: Analysis): Promise<void> =>
  runRecorded(services, () => markChallenged(services.database, analysis));

/** Orders the models of a challenger: those of other providers than the lead's, then the lead's. */
function challengersOf({ models: available }: EngineServices, { models }: Analysis) {
  return [...foreignModels(available, models.slice(0, 1)), ...models];
}
