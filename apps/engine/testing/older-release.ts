import { registerHooks } from 'node:module';

/**
 * Preloaded into an engine process, makes an older release of it: another version and queue, every durable step under
 * another name, and one step more in each task.
 */
const changes: Record<string, [from: string, to: string]> = {
  '/runs/engine-version.ts': [`engineVersion = '2'`, `engineVersion = '1'`],
  '/runs/enqueue-run.ts': [`'tenant-runs'`, `'runs'`],
  '/runs/durable-step.ts': ['runDurableStep(name,', `runDurableStep('old-' + name,`],
  '/runs/task-workflow.ts': [
    `const consultations = await`,
    `await runStep('greet', async () => 'hello'); const consultations = await`,
  ],
};

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const change = Object.entries(changes).find(([path]) => url.endsWith(`/apps/engine/src${path}`))?.[1];
    if (!change) return loaded;
    const source = String(
      loaded.source instanceof Uint8Array ? new TextDecoder().decode(loaded.source) : loaded.source,
    );
    if (!source.includes(change[0])) throw new Error(`The older release cannot be made: no ${change[0]} in ${url}`);
    return { ...loaded, source: source.replace(change[0], change[1]) };
  },
});
