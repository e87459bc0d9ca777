import type { PlannedTask, PromptInputs, PromptOutputs } from '@ecp/model-calls/prompt-types';
import type { TaskKind } from '@ecp/model-calls/task-kinds';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { classifyTask, kindSkills, readStage } from '../brief/classify-task.ts';
import { type BriefRequest, findBriefRequests, nameBriefRequest } from '../brief/find-brief-requests.ts';
import { findTopics } from '../brief/find-topics.ts';
import { type AgentWords, readRosterWords, scoreFit } from '../brief/match-agent.ts';
import { clipText } from '../text/clean-line.ts';
import { readStems, readTopicWords } from '../text/read-words.ts';
import { completeIdeas, isSameName, kindInstructions, type TaskIdea } from './complete-ideas.ts';

const mostTasks = 7;

/**
 * Plans four to seven tasks from the requests of the brief: evidence first, synthesis last, the rest in parallel.
 * @param input `maxTasks` caps the plan; the roster must not be empty
 */
export async function planTasks(input: PromptInputs['plan'], timeSlice: TimeSlice): Promise<PromptOutputs['plan']> {
  const { engagement } = input;
  const most = Math.max(1, Math.min(mostTasks, Math.floor(input.maxTasks)));
  const asked = chooseIdeas(nameIdeas(await findBriefRequests(engagement.brief, timeSlice)), Math.max(1, most - 1));
  const topics = await findTopics(engagement.brief, 8, timeSlice);
  const ideas = completeIdeas(asked, input, most, topics);
  const ordered = ideas.slice(0, most).sort((a, b) => a.stage - b.stage);
  const roster = readRosterWords(input.roster);
  const used = new Map<string, number>();
  const ids = new Set<string>();
  const tasks: PlannedTask[] = [];
  for (const idea of ordered) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    const agent = chooseAgent(idea, roster, used);
    tasks.push({ id: makeId(idea.name, ids), name: idea.name, description: idea.description, agent, dependsOn: [] });
  }
  linkTasks(tasks, ordered);
  return { tasks };
}

/** Chooses the first ideas and always one that plans the work. Mere goals are used only if there are few other requests. */
function chooseIdeas(ideas: (TaskIdea & { strength: number })[], limit: number): TaskIdea[] {
  const direct = ideas.filter((idea) => idea.strength > 2);
  const wanted = direct.length >= 3 ? direct : ideas;
  const plan = wanted.find((idea) => idea.kind === 'plan');
  const others = wanted.filter((idea) => idea !== plan).slice(0, plan ? limit - 1 : limit);
  return plan ? [...others, plan] : others;
}

function nameIdeas(asks: BriefRequest[]): (TaskIdea & { strength: number })[] {
  const ideas: (TaskIdea & { strength: number })[] = [];
  for (const ask of asks) {
    const name = nameBriefRequest(ask.text);
    if (readTopicWords(name).length === 0 || ideas.some((idea) => isSameName(idea.name, name))) continue;
    const kind = classifyTask(name);
    ideas.push({ name, kind, stage: readStage(kind), description: describeAsk(ask, kind), strength: ask.strength });
  }
  return ideas;
}

function describeAsk(ask: BriefRequest, kind: TaskKind): string {
  const quote = clipText(ask.sentence, 400);
  return `The brief asks: “${quote}”${/[.?!…]$/.test(quote) ? '' : '.'} ${kindInstructions[kind]}`;
}

function chooseAgent(idea: TaskIdea, roster: AgentWords[], used: Map<string, number>): string {
  const stems = readStems(`${idea.name} ${idea.description.slice(0, 600)} ${kindSkills[idea.kind]}`);
  let best = roster[0]?.agent.slug ?? '';
  let most = Number.NEGATIVE_INFINITY;
  for (const words of roster) {
    const { slug } = words.agent;
    const score = scoreFit(words, roster, stems) * 0.8 ** (used.get(slug) ?? 0);
    if (score > most) [best, most] = [slug, score];
  }
  used.set(best, (used.get(best) ?? 0) + 1);
  return best;
}

/** Makes every task depend on the nearest earlier stage, and the last stage on all tasks without another dependent. */
function linkTasks(tasks: PlannedTask[], ideas: TaskIdea[]): void {
  const stages = [...new Set(ideas.map((idea) => idea.stage))];
  for (const [index, task] of tasks.entries()) {
    const stage = ideas[index]?.stage ?? 0;
    const before = stages[stages.indexOf(stage) - 1];
    if (before === undefined) continue;
    task.dependsOn = tasks.filter((_, other) => ideas[other]?.stage === before).map((other) => other.id);
  }
  const last = tasks.at(-1);
  if (!last || ideas.at(-1)?.kind !== 'plan') return;
  const awaited = new Set(tasks.slice(0, -1).flatMap((task) => task.dependsOn));
  const loose = tasks
    .slice(0, -1)
    .filter((task) => !awaited.has(task.id))
    .map((task) => task.id);
  last.dependsOn = [...new Set([...last.dependsOn, ...loose])];
}

function makeId(name: string, ids: Set<string>): string {
  const base =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}+/gu, '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'task';
  let id = base.length > 56 ? base.slice(0, Math.max(base.lastIndexOf('-', 56), 24)) : base;
  const short = id;
  for (let count = 2; ids.has(id); count += 1) id = `${short}-${count}`;
  ids.add(id);
  return id;
}
