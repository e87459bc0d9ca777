import type { WrittenSlide } from '@ecp/contract/engine/engine-storylines';
import type { RunFailure } from '@ecp/contract/values/run-facts';
import type { PromptInputs, PromptOutputs } from '@ecp/model-calls/prompt-types';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import type { EngineServices } from '../../call/engine-services.ts';
import { makeCall } from '../../call/make-call.ts';
import type { RunRef } from '../../kernel/events.ts';
import { briefOf, readRun, storeStoryline } from '../../kernel/runs.ts';
import { judgeModels } from '../../routing/judges.ts';
import { findFaults, readMaterial, settleFaults } from './check-storyline.ts';

/** An argument over whole papers takes as much thought as a plan. */
const difficulty = 0.7;

/**
 * Writes the slides of a `storyline` run, checks them, lets the model mend them once, and stores them once. Returns why
 * there are none.
 */
export async function writeStoryline(
  services: EngineServices,
  ref: RunRef & { engagementId: string },
): Promise<RunFailure | null> {
  const run = await readRun(services.database, ref);
  const { storyline } = run.input;
  if (!storyline) throw new Error(`Run ${ref.runId} has no documents for slides`);
  const { tenantId, runId, engagementId } = ref;
  const ask = (callKey: string, more: Pick<PromptInputs['storyline'], 'earlier'>) =>
    makeCall(services, {
      ...{ tenantId, runId, engagementId, taskId: null, difficulty, callKey },
      purpose: 'storyline',
      agentSlug: services.roster.planner.slug,
      models: judgeModels(services.models),
      gather: async () => ({ engagement: briefOf(run), ...storyline, ...more }),
    });
  const first = await ask('storyline', {});
  if (first.outcome === 'stopped') return null;
  if (first.outcome !== 'answered') {
    const reason = first.outcome === 'exhausted' ? 'budget_exhausted' : 'planning_failed';
    return { reason, message: first.message };
  }
  const slice = createTimeSlice(undefined);
  const material = await readMaterial(storyline.documents, storyline.exhibits, slice);
  let slides = toWritten(first.answer);
  let faults = await findFaults(slides, material, slice);
  if (faults.length > 0) {
    const told = faults.map(({ slide, text, reason }) => ({ slide: slide + 1, text, reason }));
    const second = await ask('storyline-repair', { earlier: { slides, faults: told } });
    if (second.outcome === 'stopped') return null;
    if (second.outcome === 'answered') {
      const mended = toWritten(second.answer);
      const left = await findFaults(mended, material, slice);
      // A second version with more faults than the first is none.
      if (mended.length > 0 && left.length <= faults.length) [slides, faults] = [mended, left];
    }
  }
  await storeStoryline(services.database, ref, settleFaults(slides, faults, material));
  return null;
}

function toWritten({ slides }: PromptOutputs['storyline']): WrittenSlide[] {
  return slides.map(({ kind, title, points, exhibit, sources }) => ({
    kind,
    title: title.replace(/\s+/g, ' ').trim(),
    points: points.map((point) => point.replace(/\s+/g, ' ').trim()).filter((point) => point !== ''),
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
