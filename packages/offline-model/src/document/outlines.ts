import type { TaskKind } from '@ecp/model-calls/task-kinds';

/** A section of an outline and the words that assign a statement to it. */
export interface OutlineSection {
  title: string;
  pattern: RegExp;
}

function section(title: string, words: string): OutlineSection {
  return { title, pattern: new RegExp(String.raw`\b(?:${words})`, 'gi') };
}

const customers =
  'customer|consumer|client|buyer|user|guest|patient|member|donor|famil|household|segment|audience|visitor|student|reader|demand|satisf|complain|review|survey';
const market = 'market|industr|sector|region|countr|trend|grow|share|regulat|law|technolog';
const rivals = 'compet|rival|incumbent|alternative|benchmark|chain|leader|versus|compared|cheaper';
const standing =
  'current|today|now|last year|last month|since|founded|operat|employ|sell|sold|own|run|revenue|sales|compan|business|store|site|branch|plant|team';
const causes =
  'because|due to|cause|reason|driver|led to|result|why|after|problem|issue|fail|declin|drop|fell|loss|lost|churn|delay|late|wait|complain';
const goals =
  'goal|target|aim|objective|want|reach|achieve|reduce|cut|increase|growth|grow (?:by|to)|raise|improve|ambition|vision|by the end|success';
const limits =
  'must|cannot|can not|not allowed|constraint|limit|budget|only|without|regulat|law|legal|compliance|deadline|no more than|at most';
const options =
  'option|could|choice|either|alternative|versus|instead|decid|approach|scenario|propos|recommend|consider';
const money =
  'cost|expens|price|pricing|fee|margin|budget|invest|spend|cash|revenue|sales|income|profit|loss|rent|wage|salar|loan|fund|capital|subsid|discount';
const time =
  'january|february|march|april|june|july|august|september|october|november|december|q[1-4]\\b|h[12]\\b|20\\d\\d|week|month|quarter|year|phase|milestone|deadline|launch|start|pilot|before|until';
const people =
  'team|staff|employ|people|owner|manager|director|head of|responsib|hire|train|partner|supplier|vendor|agency|volunteer|sponsor|capacity';

const outlines: Record<TaskKind, OutlineSection[]> = {
  research: [
    section('Customers and demand', customers),
    section('Competitors and alternatives', rivals),
    section('Market and environment', market),
    section('Where the organisation stands', standing),
  ],
  analysis: [
    section('Present situation', standing),
    section('Causes and drivers', causes),
    section('Comparison', rivals),
    section('Effects on customers', customers),
    section('Effects on money', money),
  ],
  strategy: [
    section('Starting position', standing),
    section('Objectives', goals),
    section('Whom it serves', customers),
    section('Competitive setting', `${rivals}|${market}`),
    section('Choices on the table', options),
    section('Limits to respect', limits),
  ],
  plan: [
    section('What the plan must achieve', goals),
    section('Dates and phases', time),
    section('People and partners', people),
    section('Money', money),
    section('Limits to respect', limits),
  ],
  creative: [
    section('The audience', customers),
    section(
      'What there is to say',
      'offer|product|service|benefit|quality|unique|first|best|free|new|promise|story|tradition|local|fresh|sustainab',
    ),
    section('Brand and tone', 'brand|tone|voice|style|colou?r|logo|slogan|value|image|feel|look|design|name'),
    section(
      'Channels',
      'channel|social|instagram|facebook|tiktok|linkedin|newsletter|email|website|press|radio|poster|event|campaign|advert|search|app\\b',
    ),
    section('Limits to respect', limits),
  ],
  financial: [
    section(
      'Revenue and prices',
      'revenue|sales|price|pricing|fee|income|turnover|subscription|order|ticket|donat|grant|discount',
    ),
    section('Costs', 'cost|expens|rent|wage|salar|spend|energy|material|purchase|overhead|logistic|maintenance'),
    section('Investment and funding', 'invest|budget|capital|loan|fund|grant|subsid|cash|capex|bank|equity'),
    section('Drivers of the result', `${causes}|volume|utili[sz]|occupancy|margin|profit|break-?even`),
  ],
  general: [
    section('Situation', standing),
    section('Goals', goals),
    section('People involved', `${people}|${customers}`),
    section('Time and money', `${time}|${money}`),
    section('Limits to respect', limits),
  ],
};

/** Words that mark a risk or an assumption. */
export const riskPattern =
  /\b(?:risk|threat|uncertain|worr|afraid|fear|danger|vulnerab|shortage|dependen|depends? on|penalt|fine of|lawsuit|court|resist|objected|unclear|could lose|could do so|may (?:retire|leave|close|fail|end)|examines closing|should not count on|not cope)\w*|\bif\b[^.]{4,80}\b(?:lose|might|fails?|change)\b/i;
export const assumptionPattern =
  /\b(?:assum|expect|estimat|forecast|project(?:ed|ion)|likely|probabl|presum|believ|anticipat|roughly|approximately)\w*/i;

/** Words with which the material says that something is not known. */
export const unknownPattern =
  /\b(?:(?:not|never) (?:yet )?(?:been )?(?:recorded|known|measured|requested|tracked|documented|decided|counted|sure|available|calculated|estimated|supplied|tested|verified|asked|compared|established)|no (?:figures?|numbers?|data|records?|evidence|evaluation|count|paper|author)\b[^.]{0,24}\b(?:exists?|is|are|was|were|of|on|for)|unknown|unclear|(?:nobody|no one) (?:knows|has (?:asked|estimated|counted|measured))|(?:we )?do(?:es)? not know|keeps? no (?:count|record)|names no|cannot be shown)\b/i;

/** Returns the sections of a document of this kind, in order. */
export function readOutline(kind: TaskKind): OutlineSection[] {
  return outlines[kind];
}
