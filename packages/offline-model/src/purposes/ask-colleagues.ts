import type { AgentProfile, PromptInputs, PromptOutputs } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { makeTextQuery, readTaskTerms } from '../brief/make-query.ts';
import { findSkills, readRosterWords, scoreFit } from '../brief/match-agent.ts';
import { briefOrigin } from '../evidence/passage.ts';
import { rankPassages } from '../evidence/rank-passages.ts';
import { readMaterial } from '../evidence/read-material.ts';
import { clipText, flattenText } from '../text/clean-line.ts';
import { quoteText } from '../text/quote-text.ts';
import { readStems } from '../text/read-words.ts';
import { joinWords } from '../text/spell-count.ts';

const maxQuestions = 2;
const maxBriefLength = 20_000;

/** Asks up to two colleagues with skills that the task needs and the lead agent lacks. The lead never asks itself. */
export async function askColleagues(
  input: PromptInputs['delegate'],
  timeSlice: TimeSlice,
): Promise<PromptOutputs['delegate']> {
  const { task, agent, engagement } = input;
  const text = `${task.name} ${task.description.slice(0, 2000)}`;
  const colleagues = input.colleagues.filter((colleague) => colleague.slug !== agent.slug);
  const roster = readRosterWords([agent, ...colleagues]);
  const known = new Set(readStems(`${agent.skills.join(' ')} ${agent.role}`));
  const needed = readTaskTerms(task, 20)
    .map((term) => term.stem)
    .filter((stem) => !known.has(stem));
  const fits = roster
    .slice(1)
    .map((words) => ({
      agent: words.agent,
      skills: findNewSkills(words.agent, agent, text),
      fit: scoreFit(words, roster, needed),
    }))
    .filter(({ skills, fit }) => skills.length > 0 && fit > 0)
    .sort((a, b) => b.fit - a.fit);
  const questions: PromptOutputs['delegate']['questions'] = [];
  const asked = new Set<string>();
  for (const { agent: colleague, skills } of fits) {
    if (questions.length >= maxQuestions) break;
    const fresh = skills.filter((skill) => !asked.has(skill.toLowerCase())).slice(0, 2);
    if (fresh.length === 0) continue;
    for (const skill of fresh) asked.add(skill.toLowerCase());
    const trigger = await findTrigger(engagement.brief, fresh, timeSlice);
    questions.push({ agentSlug: colleague.slug, question: writeQuestion(task.name, fresh, trigger) });
  }
  return { questions };
}

function findNewSkills(colleague: AgentProfile, lead: AgentProfile, text: string): string[] {
  const own = new Set(lead.skills.map((skill) => skill.toLowerCase()));
  return findSkills(colleague, text).filter((skill) => !own.has(skill.toLowerCase()));
}

/** Returns the sentence of the brief that most calls for these skills. */
async function findTrigger(brief: string, skills: string[], timeSlice: TimeSlice): Promise<string | null> {
  const { passages } = await readMaterial([{ origin: briefOrigin, text: brief.slice(0, maxBriefLength) }], timeSlice);
  const usable = passages.filter((passage) => !passage.isInstruction);
  const best = (await rankPassages(usable, makeTextQuery(skills.join(' ')), timeSlice))[0];
  return best && best.hits > 0 ? clipText(best.passage.text, 180) : null;
}

function writeQuestion(taskName: string, skills: string[], trigger: string | null): string {
  const topic = joinWords(skills.map((skill) => flattenText(skill, 60)));
  const occasion = trigger ? ` The brief says: ${quoteText(trigger)}` : '';
  return `For ${quoteText(flattenText(taskName, 120))}: which facts matter from the side of ${topic}, and what is missing?${occasion}`;
}
