import { asksForWork, isQuestion } from '@ecp/language/asking/requests';
import type { Language } from '@ecp/language/language';
import { splitSentences } from '@ecp/language/split-sentences';
import { scoreFields } from '@ecp/model-calls/fields-of-work';
import type {
  AgentProfile,
  EngagementBrief,
  PlannedTask,
  PromptInputs,
  PromptOutputs,
} from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { frameOf } from './frame/frame-of.ts';
import { isListIntro, isRequestHeading } from './material/classify-passage.ts';
import { isInstruction } from './material/detect-instructions.ts';
import { readAsked } from './material/rank-passages.ts';
import { capitalize, clipText, readBlocks } from './material/read-blocks.ts';
import { overlap, readStems, readTopicWords } from './material/words.ts';
import { quoteRequest } from './quote-request.ts';

const mostTasks = 7;
/** Sets the least number of tasks of a plan with a synthesis. */
const leastForSynthesis = 3;
/** The weight of a second task of the same agent, for agents whose field the task does not name. */
const repeatWeight = 0.8;

type TaskIdea = Pick<PlannedTask, 'name' | 'description'>;

/**
 * Plans at most seven tasks: the evidence, one for each request in the brief's words, and a
 * synthesis.
 * @param input `maxTasks` limits the plan; the roster must not be empty
 */
export async function planTasks(
  input: PromptInputs['plan'],
  timeSlice: TimeSlice,
): Promise<PromptOutputs['plan']> {
  const most = Math.max(1, Math.min(mostTasks, Math.floor(input.maxTasks)));
  const requests = await findRequests(input.engagement, timeSlice);
  const ideas = listIdeas(input, requests, most);
  const roster = readRosterWords(input.roster);
  const used = new Map<string, number>();
  const ids = new Set<string>();
  const tasks: PlannedTask[] = [];
  for (const idea of ideas) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    tasks.push({
      id: makeId(idea.name, ids),
      ...idea,
      agent: chooseAgent(idea, roster, used),
      dependsOn: [],
    });
  }
  const last = tasks.length >= leastForSynthesis ? tasks.at(-1) : undefined;
  if (last) last.dependsOn = tasks.slice(0, -1).map(({ id }) => id);
  // The agents, which see the sources too, ask about the gaps of the brief.
  return { tasks };
}

function listIdeas(
  { engagement }: PromptInputs['plan'],
  requests: BriefRequest[],
  most: number,
): TaskIdea[] {
  const { plan } = frameOf(engagement.language);
  const asked = new Map<string, TaskIdea>();
  // The last task that fits takes all other requests, so that none is lost.
  const room = Math.max(1, most - (most >= leastForSynthesis ? 2 : 1));
  const quotes: string[] = [];
  for (const { text } of requests) {
    const name = nameRequest(text, engagement.language);
    const key = name.toLowerCase();
    if (name === '' || asked.has(key)) continue;
    if (asked.size === room) quotes.push(quoteRequest(text, engagement.language));
    else asked.set(key, { name, description: quoteRequest(text, engagement.language) });
  }
  const own = [...asked.values()].map(({ name, description }, at, all) => {
    const parts = [description, ...(at === all.length - 1 ? quotes : []), plan.requestTask];
    return { name, description: parts.join(' ') };
  });
  const evidence = { name: plan.evidence, description: plan.evidenceTask };
  const synthesis = { name: plan.synthesis, description: plan.synthesisTask };
  const ideas = [evidence, ...own].slice(0, most);
  return ideas.length + 1 >= leastForSynthesis && ideas.length < most
    ? [...ideas, synthesis]
    : ideas;
}

function chooseAgent(idea: TaskIdea, roster: AgentWords[], used: Map<string, number>): string {
  const stems = readStems(`${idea.name} ${idea.description.slice(0, 600)}`);
  const fields = scoreFields({ name: idea.name, description: readAsked(idea.description) });
  const rated = roster.map((words) => {
    const count = used.get(words.agent.slug) ?? 0;
    const field = fields.get(words.agent.slug) ?? 0;
    return {
      slug: words.agent.slug,
      count,
      score: field + scoreFit(words, roster, stems) * repeatWeight ** count,
    };
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

export interface BriefRequest {
  text: string;
  stems: ReadonlySet<string>;
  /**
   * True for an entry of a list of questions or deliverables, which comes before requests in prose.
   */
  isListed: boolean;
}

const maxRequests = 40;
const maxRead = 100_000;
const maxLength = 400;
/** Share of common words from which two requests are the same. */
const sameShare = 0.7;

/**
 * Finds the questions and requests of a brief: those in lists first, each part in reading order.
 */
export async function findRequests(
  { brief }: Pick<EngagementBrief, 'brief'>,
  timeSlice: TimeSlice,
): Promise<BriefRequest[]> {
  const requests: BriefRequest[] = [];
  let underHeading = false;
  let inList = false;
  for await (const block of readBlocks(brief.slice(0, maxRead), timeSlice)) {
    if (requests.length >= maxRequests) break;
    if (block.kind === 'heading') {
      underHeading = isRequestHeading(block.text);
      inList = false;
    }
    if (block.kind === 'paragraph') inList = isListIntro(block.text);
    if (block.kind === 'rows' || (block.kind === 'heading' && !/[?？]$/.test(block.text))) continue;
    for (const [index, sentence] of splitSentences(block.text).entries()) {
      const isListed = block.kind === 'item' && (underHeading || inList) && index === 0;
      if (
        (isListed || asksForWork(sentence)) &&
        !isInstruction(sentence) &&
        !/[:：]$/.test(sentence)
      )
        pushRequest(requests, clipText(sentence, maxLength), isListed);
    }
  }
  return requests.sort((a, b) => Number(b.isListed) - Number(a.isListed));
}

function pushRequest(requests: BriefRequest[], text: string, isListed: boolean): void {
  const stems = new Set(readTopicWords(text).map((word) => word.stem));
  // "Why so many?" has no word of its own, and is a question.
  const isSame = (other: BriefRequest) =>
    stems.size === 0 ? other.text === text : overlap(other.stems, stems) > sameShare;
  if ((stems.size === 0 && !isQuestion(text)) || requests.some(isSame)) return;
  requests.push({ text, stems, isListed });
}

const maxNameLength = 88;

/**
 * Words before the requested thing, which are no part of a name: "Please prepare", "Bitte erstellen
 * Sie".
 */
const leadIns: Record<Language, RegExp> = {
  en: /^(?:(?:in addition|also|finally|then|and|therefore),?\s+)?(?:(?:please|kindly)\s+|(?:we|i|they|the (?:board|client|team|company|council|family|management))\s+(?:(?:now|also|therefore|urgently|really)\s+)?(?:need|want|would like|wish|ask for|ask|require|are looking for|look for|seek|expect)s?\s+(?:to (?:know|understand)|you to|to|for|that)?\s*|(?:goal|objective|deliverable|question|task)s?\s*\d*\s*:\s*)?(?:(?:prepare|deliver|produce|provide|write|draft|create|develop|give us|show us|tell us)\s+(?:us\s+)?)?(?:(?:an?|the|our)\s+)?/i,
  de: /^(?:(?:außerdem|zudem|und|dann|schließlich)\s+)?(?:bitte\s+)?(?:(?:erstellen|erarbeiten|entwickeln|liefern|schreiben|zeigen|nennen|geben)\s+sie\s+(?:uns\s+)?|(?:wir|ich)\s+(?:brauchen|benötigen|möchten|wünschen|suchen|erwarten)\s+|(?:ziele?|fragen?|aufgaben?)\s*\d*\s*:\s*)?(?:(?:ein|eine|einen|der|die|das|den)\s+)?/i,
  fr: /^(?:(?:merci de|veuillez)\s+)?(?:(?:préparer|préparez|établir|établissez|rédiger|rédigez|élaborer|élaborez|présenter|présentez|proposer|proposez|fournir)\s+|nous (?:avons besoin d['’e]|souhaitons|voulons|demandons|attendons)\s*|(?:objectif|question|tâche|livrable)s?\s*\d*\s*:\s*)?(?:(?:un|une|le|la|les|des)\s+|l['’])?/i,
  es: /^(?:por favor,?\s+)?(?:(?:preparen?|elaboren?|redacten?|presenten?|propongan?|entreguen?)\s+|(?:necesitamos|queremos|deseamos|pedimos|solicitamos|buscamos)\s+|(?:objetivo|pregunta|tarea|entregable)s?\s*\d*\s*:\s*)?(?:(?:un|una|el|la|los|las)\s+)?/i,
  ja: /^(?:また|さらに|そして)?、?/u,
};
/** The end of an order in Japanese: "…を作成してください". */
const japaneseEnd =
  /(?:を|について)?(?:作成|提案|整理|分析|調査|検討|説明|提示|教えて|示)?(?:して)?(?:ください|下さい)?[。．]?$/u;

/** Names a task in the words of its request: "Please prepare a roadmap" gives "Roadmap". */
function nameRequest(text: string, language: Language): string {
  const isQuestion = /[?？]\s*$/.test(text);
  const bare = isQuestion ? text : text.replace(leadIns[language], '').replace(/[\s.;:,。]+$/u, '');
  const name = language === 'ja' && !isQuestion ? bare.replace(japaneseEnd, '') || bare : bare;
  return capitalize(clipName(name.replace(/^["“„«「'(]+|["”“»」')]+$/gu, '').trim()));
}

/** Shortens a name to one line of a list. A long one ends before its last clause. */
function clipName(name: string): string {
  if (name.length <= maxNameLength) return name;
  const clause =
    /^(.{30,88})(?:[,;:]\s|[、，；])/u.exec(name)?.[1] ?? clipText(name, maxNameLength);
  const isBalanced = (clause.match(/"/g)?.length ?? 0) % 2 === 0;
  return isBalanced ? clause : clause.replaceAll('"', '');
}

/** The weighted words of an expert: skills, then role and department, then the description. */
interface AgentWords {
  agent: AgentProfile;
  weights: ReadonlyMap<string, number>;
}

function readRosterWords(roster: AgentProfile[]): AgentWords[] {
  return roster.map((agent) => {
    const weights = new Map<string, number>();
    const add = (text: string, weight: number) => {
      for (const stem of readStems(text))
        weights.set(stem, Math.max(weight, weights.get(stem) ?? 0));
    };
    add(agent.instructions.slice(0, 4000), 0.2);
    add(agent.description.slice(0, 2000), 1);
    add(agent.department, 1.5);
    add(agent.role, 2);
    add(agent.skills.join(' '), 3);
    return { agent, weights };
  });
}

/** Scores how well an expert fits a text. Shared words that are rare in the roster count most. */
function scoreFit(words: AgentWords, roster: AgentWords[], stems: Iterable<string>): number {
  let score = 0;
  for (const stem of new Set(stems)) {
    const weight = words.weights.get(stem);
    if (weight === undefined) continue;
    const known = roster.filter((other) => other.weights.has(stem)).length;
    score += weight * Math.log(1 + roster.length / known);
  }
  return score;
}
