import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';

/**
 * Turns an engine process that preloads this file into an older release: it has another version and queue, other names
 * of all durable steps, and more steps in each task.
 */
const changes = new Map<string, [from: string, to: string]>([
  [source('kernel/runs/engine-version.ts'), [`engineVersion = '6'`, `engineVersion = '5'`]],
  [source('lifecycle/start/enqueue-run.ts'), [`'tenant-runs'`, `'runs'`]],
  [source('steps/calling/durable-step.ts'), ['runDurableStep(name,', `runDurableStep('old-' + name,`]],
  [
    source('workflow/task-workflow.ts'),
    ['import { runRecorded } from', `const runRecorded = (work) => runStep('step', work); import { runStep } from`],
  ],
]);

function source(path: string): string {
  const url = new URL(`../src/${path}`, import.meta.url);
  if (!existsSync(url)) throw new Error(`The older release cannot be made: there is no ${path}`);
  return url.href;
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const change = changes.get(url);
    if (!change) return loaded;
    const text = String(loaded.source instanceof Uint8Array ? new TextDecoder().decode(loaded.source) : loaded.source);
    if (!text.includes(change[0])) throw new Error(`The older release cannot be made: no ${change[0]} in ${url}`);
    return { ...loaded, source: text.replace(change[0], change[1]) };
  },
});
