import { runTexts } from '../../../texts/en/run.ts';
import type { AgentActivity } from './describe-agents.ts';

const texts = runTexts.agents;

/** Describes what an agent currently does in the run in a few words. */
export function describeActivity({ tasks, isWorking, notDone, answers }: AgentActivity): string {
  const [current, second] = tasks.filter(
    ({ state }) => state === 'working' || state === 'evaluating' || state === 'evaluated',
  );
  if (isWorking && current) return second ? texts.workingOn(tasks.length) : texts.working(current.name);
  const done = tasks.filter(({ state }) => state === 'completed').length;
  if (tasks.length > 0 && done === tasks.length) return texts.done(done);
  if (notDone > 0) return done === 0 ? texts.failed(notDone) : texts.partlyFailed(done, notDone);
  if (tasks.some(({ endedAt }) => endedAt !== null)) return texts.endedOf(done, tasks.length);
  return tasks.length === 0 && answers > 0 ? texts.answered(answers) : texts.idle;
}
