import type { PlannedTask, PromptInputs, PromptOutputs } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { type BriefRequest, findRequests } from '../brief/find-requests.ts';
import { type AgentWords, readRosterWords, scoreFit } from '../brief/match-agent.ts';
import { nameRequest } from '../brief/name-request.ts';
import { frameOf } from '../frame/frame-of.ts';
import { nestQuotes } from '../text/quote-text.ts';
import { readStems } from '../text/read-words.ts';

const mostTasks = 7;
/** A plan of at least this many tasks gets a last one that brings the others together. */
const leastForSynthesis = 3;
/** The weight of a second task of the same agent. */
const repeatWeight = 0.8;

type TaskIdea = Pick<PlannedTask, 'name' | 'description'>;

/**
 * Plans at most seven tasks: the evidence first, then one task for each request of the brief, and one that brings them
 * together. Names are the brief's own words.
 * @param input `maxTasks` caps the plan; the roster must not be empty
 */
export async function planTasks(input: PromptInputs['plan'], timeSlice: TimeSlice): Promise<PromptOutputs['plan']> {
  const most = Math.max(1, Math.min(mostTasks, Math.floor(input.maxTasks)));
  const requests = await findRequests(input.engagement, timeSlice);
  const ideas = listIdeas(input, requests, most);
  const roster = readRosterWords(input.roster);
  const used = new Map<string, number>();
  const ids = new Set<string>();
  const tasks: PlannedTask[] = [];
  for (const idea of ideas) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    tasks.push({ id: makeId(idea.name, ids), ...idea, agent: chooseAgent(idea, roster, used), dependsOn: [] });
  }
  const last = tasks.length >= leastForSynthesis ? tasks.at(-1) : undefined;
  if (last) last.dependsOn = tasks.slice(0, -1).map(({ id }) => id);
  // The agents, which see the sources too, ask about the gaps of the brief.
  return { tasks };
}

function listIdeas({ engagement }: PromptInputs['plan'], requests: BriefRequest[], most: number): TaskIdea[] {
  const { plan } = frameOf(engagement.language);
  const asked: TaskIdea[] = [];
  for (const { text } of requests) {
    const asks = plan.asks(nestQuotes(text, engagement.language));
    const own = { name: nameRequest(text, engagement.language), description: `${asks} ${plan.requestTask}` };
    const isNew = own.name !== '' && asked.every((idea) => idea.name.toLowerCase() !== own.name.toLowerCase());
    if (isNew) asked.push(own);
  }
  const evidence = { name: plan.evidence, description: plan.evidenceTask };
  const synthesis = { name: plan.synthesis, description: plan.synthesisTask };
  const ideas = [evidence, ...asked.slice(0, most - (most >= leastForSynthesis ? 2 : 1))];
  return ideas.length + 1 >= leastForSynthesis && ideas.length < most ? [...ideas, synthesis] : ideas;
}

function chooseAgent(idea: TaskIdea, roster: AgentWords[], used: Map<string, number>): string {
  const stems = readStems(`${idea.name} ${idea.description.slice(0, 600)}`);
  const rated = roster.map((words) => {
    const count = used.get(words.agent.slug) ?? 0;
    return { slug: words.agent.slug, count, score: scoreFit(words, roster, stems) * repeatWeight ** count };
  });
  // Agents take turns if the task shares no word with the roster, for example in another language.
  const [best] = rated.sort((a, b) => b.score - a.score || a.count - b.count);
  const slug = best?.slug ?? '';
  used.set(slug, (used.get(slug) ?? 0) + 1);
  return slug;
}

function makeId(name: string, ids: Set<string>): string {
  const base =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}+/gu, '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'task';
  const short = base.length > 56 ? base.slice(0, Math.max(base.lastIndexOf('-', 56), 24)) : base;
  let id = short;
  for (let count = 2; ids.has(id); count += 1) id = `${short}-${count}`;
  ids.add(id);
  return id;
}
