import { escapeMarkdown } from '@ecp/markdown/escape-markdown';
import type { PromptInputs, PromptOutputs } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { makeTextQuery } from '../brief/make-query.ts';
import { listDocuments } from '../document/gather-evidence.ts';
import { nameOrigin, type Passage } from '../evidence/passage.ts';
import { pickDiverse, sortByReading } from '../evidence/pick-diverse.ts';
import { rankPassages } from '../evidence/rank-passages.ts';
import { readMaterial } from '../evidence/read-material.ts';
import { flattenText } from '../text/clean-line.ts';
import { quoteText } from '../text/quote-text.ts';
import { readStems, readTopicWords } from '../text/read-words.ts';
import { joinWords } from '../text/spell-count.ts';

const maxStatements = 4;

/** Answers a colleague's question with statements that fit the answerer's skills, and names what is not known. */
export async function answerQuestion(
  input: PromptInputs['consult'],
  timeSlice: TimeSlice,
): Promise<PromptOutputs['consult']> {
  const { agent, question, engagement, task } = input;
  const material = await readMaterial(listDocuments(engagement.brief, []), timeSlice);
  const usable = material.passages.filter(isStatement);
  const query = new Map([
    ...makeTextQuery(task.name, 0.6),
    ...makeTextQuery(question, 0.5),
    ...makeTextQuery(question.replace(/“[^”]*”/g, ' '), 1.4),
    ...makeTextQuery(agent.skills.join(' '), 2),
  ]);
  const ranked = await rankPassages(usable, query, timeSlice);
  const chosen = sortByReading(
    pickDiverse(
      ranked.filter((entry) => entry.hits > 0),
      maxStatements,
    ),
  );
  const silent = await findSilent(readAskedSkills(agent.skills, question), question, material.passages, timeSlice);
  const view = escapeMarkdown(flattenText(agent.name, 80));
  const facts = chosen.map(
    ({ passage }) => `- ${escapeMarkdown(quoteText(passage.text))} (${escapeMarkdown(nameOrigin(passage.origin))})`,
  );
  const opening =
    facts.length > 0
      ? `Seen by ${view}, ${facts.length === 1 ? 'this statement matters' : 'these statements matter'}:\n\n${facts.join('\n')}`
      : `Seen by ${view}: the brief and the sources hold no statement on this.`;
  const missing =
    silent.length > 0 ? `\n\nNot known: nothing in the material speaks of ${joinWords(silent, 'or')}.` : '';
  return { answer: `${opening}${missing}` };
}

function isStatement(passage: Passage): boolean {
  return !passage.isRequest && !passage.isInstruction && !passage.isLabel && passage.stems.length > 2;
}

/** Returns the skills that a question names, or all skills if it names none; never crafts. */
function readAskedSkills(skills: string[], question: string): string[] {
  const lower = question.toLowerCase();
  const named = skills.filter((skill) => lower.includes(skill.toLowerCase()));
  return (named.length > 0 ? named : skills).filter((skill) => !craft.test(skill)).slice(0, 8);
}

/** Crafts of consulting. Material that does not mention them has no gap. */
const craft =
  /\b(?:edit\w*|storylin\w*|present\w*|summar\w*|writing|facilitat\w*|workshops?|mapping|lean|improvement|dashboards?|visuali[sz]\w*|reporting|board paper|modell?ing|statistic\w*|data quality|governance|measurement)\b/i;

/** Returns the skills of the answerer, then the words of the question, that the material does not mention. */
async function findSilent(
  skills: string[],
  question: string,
  passages: Passage[],
  timeSlice: TimeSlice,
): Promise<string[]> {
  const asked = readTopicWords(question.replace(/“[^”]*”/g, ' ')).map((word) => word.shown.toLowerCase());
  const open = new Map([...skills, ...asked].map((topic) => [topic, new Set(readStems(topic))] as const));
  for (const { stems } of passages) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    for (const [topic, wanted] of open) if (stems.some((stem) => wanted.has(stem))) open.delete(topic);
    if (open.size === 0) break;
  }
  const silent = [...open.keys()].filter(
    (topic, _, all) => !all.some((other) => other !== topic && other.includes(topic)),
  );
  return silent.slice(0, 3).map((topic) => escapeMarkdown(flattenText(topic, 60)));
}
