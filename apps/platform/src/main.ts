import { enableCompileCache } from 'node:module';
import { compiledDir } from './process/compiled-dir.ts';
import { forkEngine } from './process/fork-engine.ts';

// Only modules that are imported from here on come out of the cache, so the program itself is imported afterwards.
enableCompileCache(compiledDir(process.env));
// The engine loads its code on another processor meanwhile, and waits for its settings.
const engine = process.env['ENGINE_URL'] ? undefined : forkEngine(process.env);
const { runPlatform } = await import('./run-platform.ts');
await runPlatform(engine);
