import type { UpstreamDeliverable } from '@ecp/model-calls/prompt-types';

const topics = ['ovens', 'couriers', 'boxes', 'prices', 'shops', 'flour', 'households', 'slots'];
/** The ways in which writers conclude: heading, place in the document and words differ. */
const manners: ((topic: string, at: number) => { heading: string | null; sentence: string; isFirst: boolean })[] = [
  (topic, at) => ({
    heading: 'Conclusion',
    sentence: `The ${topic} pay back within ${at + 3} years even in the weaker case.`,
    isFirst: false,
  }),
  (topic, at) => ({
    heading: 'Recommendation',
    sentence: `Hartmann should buy two ${topic} in March ${2027 + at} and no more.`,
    isFirst: false,
  }),
  (topic) => ({
    heading: null,
    sentence: `We recommend to keep the ${topic} as they are until the lease ends.`,
    isFirst: true,
  }),
  (topic, at) => ({
    heading: null,
    sentence: `We conclude that the ${topic} cost €${at + 21},400 a year more than they earn.`,
    isFirst: false,
  }),
  (topic) => ({
    heading: 'Summary',
    sentence: `Without new ${topic} the bakery cannot serve more than 4,000 customers.`,
    isFirst: true,
  }),
  (topic) => ({
    heading: 'What follows',
    sentence: `The ${topic} are the bottleneck, and everything else can wait.`,
    isFirst: false,
  }),
  (topic, at) => ({
    heading: null,
    sentence: `Our recommendation is to lease the ${topic} for ${at + 1} years with an option to buy.`,
    isFirst: false,
  }),
  (topic) => ({
    heading: 'The decision',
    sentence: `The board should refuse the offer for the ${topic} in its present form.`,
    isFirst: false,
  }),
];

/** A document with a conclusion that was planted in it. */
export interface PlantedDocument {
  document: UpstreamDeliverable;
  conclusion: string;
}

/**
 * Makes documents of about `words` words that reason at length and conclude in one sentence each, in different places
 * and manners.
 */
export function plantedDocuments(count: number, words: number): PlantedDocument[] {
  return Array.from({ length: count }, (_, at) => {
    const topic = topics[at % topics.length] ?? 'ovens';
    const { heading, sentence, isFirst } = manners[at % manners.length]?.(topic, at) ?? {
      heading: null,
      sentence: '',
      isFirst: false,
    };
    const planted = `${heading === null ? '' : `## ${heading}\n\n`}${sentence}[^1]\n`;
    const body = writeBody(topic, words);
    const open = `## Open questions\n\n- How many couriers the ${topic} need next winter is not known.\n`;
    const parts = isFirst ? [planted, body, open] : [body, planted, open];
    const content = `# The ${topic} of the bakery\n\n${parts.join('\n')}\n[^1]: Brief: “14 shops and a bread subscription”\n`;
    return { document: { taskName: `The ${topic}`, filename: `${topic}-${at}.md`, content }, conclusion: sentence };
  });
}

/** Writes sections of findings, with figures, doubts and what others recommend, but no conclusion. */
function writeBody(topic: string, words: number): string {
  const sentences = [
    (at: number) =>
      `In week ${at} the ${topic} were in use for ${(at * 7) % 90} hours, which is more than in the year before.`,
    (at: number) =>
      `Interview ${at} says that staff see the ${topic} as reliable, although ${(at * 3) % 17} of them disagree.`,
    (at: number) => `A repair cost €${at * 13} and took ${(at % 9) + 1} days, and spare parts came from Halle.`,
    (at: number) => `Compared with shop ${at % 14}, the difference is small and lies within what is measured.`,
  ];
  const parts: string[] = [];
  let length = 0;
  for (let at = 1; length < words; at += 1) {
    if (at % 12 === 1) parts.push(`\n\n## Finding ${Math.ceil(at / 12)} on the ${topic}\n\n`);
    const sentence = sentences[at % sentences.length]?.(at) ?? '';
    parts.push(`${sentence} `);
    length += sentence.split(' ').length;
  }
  return `${parts.join('').trim()}\n`;
}
