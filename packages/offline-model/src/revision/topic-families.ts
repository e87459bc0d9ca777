import { assumptionPattern, riskPattern } from '../document/outlines.ts';

/** Topics that a statement can be about without naming them: "€19 a month" is about prices. */
const families: { topic: RegExp; finds: RegExp }[] = [
  {
    topic: /^(?:pric\w*|costs?|fees?|money|budget\w*|revenues?|financ\w*|margins?)$/i,
    finds: /[$€£¥]\s?\d|\d\s?(?:EUR|USD|GBP|CHF|euros?|dollars?)\b|\bcharg(?:es?|ed|ing)\b/i,
  },
  {
    topic: /^(?:dates?|timelines?|timing|deadlines?|schedules?|milestones?|calendar)$/i,
    finds:
      /\b(?:20\d{2}|Q[1-4]|H[12]|January|February|March|April|June|July|August|September|October|November|December|\d+ (?:weeks|months))\b/,
  },
  { topic: /^risks?$/i, finds: riskPattern },
  { topic: /^assumptions?$/i, finds: assumptionPattern },
  {
    topic: /^(?:competit\w+|rivals?)$/i,
    finds: /\b(?:compet\w*|rivals?|alternatives?|similar (?:service|product|offer))\b/i,
  },
];

/** True when the content of a sentence is about one of the words, even if the sentence does not name it. */
export function isAboutFamily(words: string[], sentence: string): boolean {
  return families.some(({ topic, finds }) => finds.test(sentence) && words.some((word) => topic.test(word)));
}
