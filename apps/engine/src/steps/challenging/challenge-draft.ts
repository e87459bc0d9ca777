import { maxObjections } from '@ecp/contract/values/review-answers';
import type { PromptOutputs } from '@ecp/model-calls/prompt-types';
import type { CallDependencies } from '../../call/types/model-call.ts';
import { briefOf } from '../../kernel/runs/engagement-brief.ts';
import { readRun } from '../../kernel/runs/run-store.ts';
import { readWriters } from '../../routing/read-writers.ts';
import { foreignModels } from '../../routing/support-judges.ts';
import { callModel, type TaskModels, type TaskWorkflowInput } from '../calling/call-model.ts';
import { logLack, runOptionalStep } from '../calling/run-optional-step.ts';

/** The agent that objects, as the log and the calls name it. It has no roster file, because it leads no task. */
const adversarySlug = 'adversary';

const lack = 'no reader of another provider has objected to the paper';

/**
 * Lets a model of another provider than the writer's object to a draft (contract 11): at most five objections, the
 * strongest first. Returns none, with a line in the log, if no such model is configured or answers.
 */
export async function challengeDraft(
  services: CallDependencies,
  input: TaskWorkflowInput,
  { required }: TaskModels,
  document: string,
): Promise<PromptOutputs['challenge']['objections']> {
  const { task } = input;
  const writers = await readWriters(services.database, input, task.id, services.models, required);
  const models = foreignModels(services.models, writers);
  if (models.length === 0) {
    const message = `${task.name}: ${lack}. No model of another provider is configured`;
    await logLack(services, input, 'challenge', message);
    return [];
  }
  const answer = await runOptionalStep(services, input, {
    ...{ key: 'challenge', lack },
    work: () =>
      callModel(services, input, {
        ...{ purpose: 'challenge', key: 'challenge', agentSlug: adversarySlug, models },
        gather: async () => {
          const engagement = briefOf(await readRun(services.database, input));
          return { engagement, task, document, maxObjections };
        },
      }),
  });
  return answer?.objections ?? [];
}
