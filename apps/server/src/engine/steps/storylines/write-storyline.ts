import type { WrittenSlide } from '@ecp/contract/engine/engine-storylines';
import type { RunFailure } from '@ecp/contract/values/run-facts';
import type { PromptInputs, PromptOutputs } from '@ecp/model-calls/prompt-types';
import type { EngineServices } from '../../call/engine-services.ts';
import { makeCall } from '../../call/make-call.ts';
import { readCallOrder, storeOutcome } from '../../kernel/call-orders.ts';
import type { RunRef } from '../../kernel/events.ts';
import { judgeModels } from '../../routing/judges.ts';
import { type SlideFault, settleReader, slidesReader } from './check-storyline.ts';

/** An argument over whole papers takes as much thought as a plan. */
const difficulty = 0.7;

/**
 * Writes the slides of a `storyline` run, checks them, lets the model mend the faulty ones once,
 * and stores them once. Returns why there are none.
 */
export async function writeStoryline(
  services: EngineServices,
  ref: RunRef & { engagementId: string },
): Promise<RunFailure | null> {
  const { order, engagement } = await readCallOrder(services.database, ref, 'storyline');
  const { documents, exhibits, byRules } = order;
  const storyline = { documents, exhibits, byRules };
  const { tenantId, runId, engagementId } = ref;
  const ask = (callKey: string, asked: Omit<PromptInputs['storyline'], 'engagement'>) =>
    makeCall(services, {
      tenantId,
      runId,
      engagementId,
      taskId: null,
      difficulty,
      callKey,
      purpose: 'storyline',
      agentSlug: services.roster.planner.slug,
      models: judgeModels(services.models),
      gather: async () => ({ engagement, ...asked }),
    });
  const first = await ask('storyline', storyline);
  if (first.outcome === 'stopped') return null;
  if (first.outcome !== 'answered') {
    const reason = first.outcome === 'exhausted' ? first.reason : 'planning_failed';
    return { reason, message: first.message };
  }
  const { texts, database } = services;
  const findFaults = (written: WrittenSlide[]) =>
    texts.run(tenantId, slidesReader, { documents, exhibits, slides: written });
  let slides = toWritten(first.answer);
  let faults = await findFaults(slides);
  if (faults.length > 0) {
    const faulty = [...new Set(faults.map(({ slide }) => slide))];
    const second = await ask('storyline-repair', repairOf(storyline, slides, { faulty, faults }));
    if (second.outcome === 'stopped') return null;
    const answers = second.outcome === 'answered' ? toWritten(second.answer) : [];
    if (answers.length === faulty.length) {
      const mended = slides.map((slide, at) => answers[faulty.indexOf(at)] ?? slide);
      const left = await findFaults(mended);
      const count = (of: readonly SlideFault[], at: number) =>
        of.filter(({ slide }) => slide === at).length;
      // A slide that comes back with more faults stays as it was.
      const isBetter = (at: number) => count(left, at) <= count(faults, at);
      slides = slides.map((slide, at) => (isBetter(at) ? (mended[at] ?? slide) : slide));
      faults = slides.flatMap((_, at) =>
        (isBetter(at) ? left : faults).filter(({ slide }) => slide === at),
      );
    }
  }
  const settled = await texts.run(tenantId, settleReader, { documents, exhibits, slides, faults });
  await storeOutcome(database, ref, 'storyline', settled);
  return null;
}

/** Asks for the faulty slides alone, from the documents that they cite. */
function repairOf(
  storyline: Omit<PromptInputs['storyline'], 'engagement' | 'earlier'>,
  slides: readonly WrittenSlide[],
  { faulty, faults }: { faulty: readonly number[]; faults: readonly SlideFault[] },
): Omit<PromptInputs['storyline'], 'engagement'> {
  const earlier = faulty.flatMap((at) => slides[at] ?? []);
  const cited = new Set(earlier.flatMap(({ sources }) => sources.map(({ document }) => document)));
  const documents = storyline.documents.filter(({ filename }) => cited.has(filename));
  const exhibits = storyline.exhibits.filter(({ document }) => cited.has(document));
  return {
    // A faulty slide that cites nothing may mean any document, so the model gets all of them.
    ...(documents.length > 0 ? { documents, exhibits } : storyline),
    byRules: earlier,
    earlier: {
      slides: earlier,
      faults: faults.map(({ slide, text, reason }) => ({
        slide: faulty.indexOf(slide) + 1,
        text,
        reason,
      })),
    },
  };
}

function toWritten({ slides }: PromptOutputs['storyline']): WrittenSlide[] {
  return slides.map(({ kind, title, points, exhibit, sources }) => ({
    kind,
    title: title.replace(/\s+/g, ' ').trim(),
    points: points
      .map((point) => point.replace(/\s+/g, ' ').trim())
      .filter((point) => point !== ''),
    exhibit: exhibit?.trim() || null,
    sources: sources.map(({ document, footnote }) => ({
      document: document.trim(),
      footnote: footnote
        .trim()
        .replace(/^\[?\^?/, '')
        .replace(/\]$/, ''),
    })),
  }));
}
