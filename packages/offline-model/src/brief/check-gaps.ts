import type { TaskKind } from '@ecp/model-calls/task-kinds';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import type { Passage } from '../evidence/passage.ts';

/** A fact that a task of some kind needs and that the material may lack. */
export interface Gap {
  id: GapId;
  /** The open question as a whole sentence. */
  question: string;
  /** The step that closes the gap, as an imperative without a full stop. */
  step: string;
}
type GapId = keyof typeof checks;

interface Check {
  /** The gap is closed when one sentence matches every pattern. */
  needs: RegExp[];
  question: string;
  step: string;
}

const amount = /[$€£¥]\s?\d|\d[\d.,]*\s?(?:k|m|bn|million|billion|thousand|EUR|USD|GBP|CHF|euros?|dollars?|%)/i;
const when =
  /\b(?:20\d{2}|Q[1-4]|H[12]|January|February|March|April|May|June|July|August|September|October|November|December|within \d+|(?:in|next) (?:\d+|six|three|twelve|nine|two) (?:weeks|months|quarters|years)|deadline|end of (?:the )?(?:year|quarter|month)|frist|délai|plazo)\b/i;

const checks = {
  owner: {
    needs: [
      /\b(?:owners?|sponsor(?:ed|s)?|responsible|accountable|(?:led|owned|headed) by|head of|chief|C[EFMOT]O|director|VP|verantwort\w*|responsable)\b/i,
    ],
    question: 'Who owns the result and decides on it? No statement names an owner or sponsor.',
    step: 'Have the client name one owner who decides on this work',
  },
  budget: {
    needs: [/\b(?:budget|invest\w*|spen[dt](?:ing)?|funding|capex|fund|loan|set aside|presupuesto)\b/i, amount],
    question: 'How much money is available? No statement puts an amount on the budget.',
    step: 'Get the budget, as an amount and with its approver',
  },
  deadline: {
    needs: [when],
    question: 'By when is it needed? No statement sets a date or a period.',
    step: 'Agree the date by which the client must decide',
  },
  baseline: {
    needs: [
      /\b(?:today|current(?:ly)?|now|last (?:year|quarter|month)|so far|at present|from|was|were|is|are|baseline|aktuell|heute)\b/i,
      amount,
    ],
    question: 'What is the starting point? No statement gives a current figure to measure against.',
    step: 'Collect the current figures, with their period and their owner',
  },
  target: {
    needs: [
      /\b(?:goals?|targets?|aim|reach|reduce|cut|increase|grow|achieve|raise|lower|double|at least|at most|below|above|ziel\w*|objectif\w*)\b/i,
      /\d/,
    ],
    question: 'What counts as success? No statement sets a measurable target.',
    step: 'Agree one measurable target with the client',
  },
  audience: {
    needs: [
      /\b(?:customers?|audiences?|segments?|users?|buyers?|consumers?|readers?|guests?|patients?|members?|donors?|families|students?|visitors?|households?|kunden\w*|zielgruppe\w*|clientes?|clients)\b/i,
    ],
    question: 'For whom is it? No statement describes the customers or the audience.',
    step: 'Describe the audience together with the people who meet it every day',
  },
  competitors: {
    needs: [
      /\b(?:competit\w*|rivals?|alternatives?|cheaper|other (?:suppliers?|makers?|providers?)|market leaders?|incumbents?|benchmark\w*|wettbewerb\w*|concurren\w*|competid\w*)\b/i,
    ],
    question: 'Whom does the client compete with? No statement names a competitor or an alternative.',
    step: 'List the alternatives that customers have today',
  },
  team: {
    needs: [/\b(?:team|staff|employees?|people|FTEs?|headcount|capacity|mitarbeit\w*|équipe|equipo)\b/i],
    question: 'Who will do the work? No statement tells of the people or the capacity available.',
    step: 'Establish which people can work on it, and for how much of their time',
  },
  tone: {
    needs: [/\b(?:tone|voice|brand|style|values?|look and feel|positioning|marke\b|marque|marca)\b/i],
    question: 'How should it sound and look? No statement describes the brand or its tone.',
    step: 'Get the brand guidelines, or three examples that the client likes',
  },
  price: {
    needs: [/\b(?:pric\w*|fees?|margins?|costs?|rates?|tariffs?|preis\w*|kosten|prix|precio\w*)\b/i, amount],
    question: 'What does it cost and earn per unit? No statement gives a price, a cost or a margin as an amount.',
    step: 'Get the price and cost per unit from the client’s accounts',
  },
  limits: {
    needs: [
      /\b(?:must not|cannot|can't|may not|constraints?|regulat\w*|compliance|legal\w*|law|licen[cs]\w*|no more than|limited to|without|only)\b/i,
    ],
    question: 'What must not change? No statement names a limit, a rule or a constraint.',
    step: 'Ask which limits (legal, technical, contractual) must not be touched',
  },
  method: {
    needs: [
      /\b(?:survey\w*|interview\w*|sample|study|studies|data from|measured|analytics|according to|report(?:ed|s)?|census|statistic\w*)\b/i,
    ],
    question: 'How were the figures obtained? No statement tells how or from whom the data was collected.',
    step: 'Trace each figure to the data that it was computed from',
  },
} satisfies Record<string, Check>;

const checksOf: Record<TaskKind, GapId[]> = {
  research: ['audience', 'competitors', 'method', 'baseline', 'deadline', 'owner'],
  analysis: ['baseline', 'target', 'method', 'owner', 'deadline'],
  strategy: ['target', 'audience', 'competitors', 'limits', 'budget', 'owner', 'deadline'],
  plan: ['owner', 'deadline', 'team', 'budget', 'target', 'limits'],
  creative: ['audience', 'tone', 'budget', 'deadline', 'limits', 'owner'],
  financial: ['baseline', 'price', 'budget', 'target', 'method', 'deadline', 'owner'],
  general: ['target', 'owner', 'budget', 'deadline', 'audience', 'limits'],
};

/** Number of statements that are checked, best ranked first. */
const maxChecked = 1200;

/** Words of a client that sells something. Other clients have no competitors. */
const selling = /\b(?:sales|sells?|sold|customers?|revenue|markets?|prices?)\b/i;

/** Returns the facts that a kind of task needs and that no sentence of the material states, most important first. */
export async function checkGaps(kind: TaskKind, passages: Passage[], timeSlice: TimeSlice): Promise<Gap[]> {
  const open = new Set(checksOf[kind]);
  if (!passages.slice(0, maxChecked).some(({ text }) => selling.test(text))) open.delete('competitors');
  for (const { text } of passages.slice(0, maxChecked)) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    for (const id of open) if (checks[id].needs.every((pattern) => pattern.test(text))) open.delete(id);
    if (open.size === 0) break;
  }
  return [...open].map((id) => ({ id, question: checks[id].question, step: checks[id].step }));
}
