import { splitSentences } from '@ecp/language/split-sentences';
import type { EngagementBrief } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { isListIntro, isRequest, isRequestHeading } from '../material/classify-passage.ts';
import { isInstruction } from '../material/detect-instructions.ts';
import { clipText } from '../text/clean-line.ts';
import { overlap } from '../text/compare-stems.ts';
import { readBlocks } from '../text/read-blocks.ts';
import { readTopicWords } from '../text/read-words.ts';

/** One thing that a brief asks for, in its words. */
export interface BriefRequest {
  text: string;
  stems: ReadonlySet<string>;
  /** True for an entry of a list of questions or deliverables. Those come before requests in prose. */
  isListed: boolean;
}

const maxRequests = 40;
const maxRead = 100_000;
const maxLength = 400;
/** From this share of common words, two requests are the same. */
const sameShare = 0.7;

/** Finds the questions and requests of a brief: those in lists first, each part in reading order. */
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
    if (block.kind === 'heading' || block.kind === 'rows') continue;
    for (const [index, sentence] of splitSentences(block.text).entries()) {
      const isListed = block.kind === 'item' && (underHeading || inList) && index === 0;
      if ((isListed || isRequest(sentence)) && !isInstruction(sentence) && !/[:：]$/.test(sentence))
        pushRequest(requests, clipText(sentence, maxLength), isListed);
    }
  }
  return requests.sort((a, b) => Number(b.isListed) - Number(a.isListed));
}

function pushRequest(requests: BriefRequest[], text: string, isListed: boolean): void {
  const stems = new Set(readTopicWords(text).map((word) => word.stem));
  if (stems.size === 0 || requests.some((other) => overlap(other.stems, stems) > sameShare)) return;
  requests.push({ text, stems, isListed });
}
