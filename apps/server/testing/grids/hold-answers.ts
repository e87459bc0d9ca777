import { firstLine, type ScriptedEngine } from '../scripted-engine/scripted-engine.ts';

/**
 * Holds back the answers of grids until `release`. `reached` resolves when the engine is at work on
 * the first file.
 */
export function holdAnswers(engine: ScriptedEngine): {
  reached: Promise<void>;
  release(): void;
} {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  engine.onGrid(async (request) => {
    reached.resolve();
    await released.promise;
    return firstLine(request);
  });
  return { reached: reached.promise, release: () => released.resolve() };
}
