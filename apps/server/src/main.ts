import { enableCompileCache } from 'node:module';
import { compiledDir } from './kernel/settings.ts';
import { forkEngine } from './reach/process/fork-engine.ts';

// The cache serves modules that are imported from here on, so the program itself is imported
// afterwards.
enableCompileCache(compiledDir(process.env));
// The engine loads its code on another processor meanwhile, and waits for its settings.
const engine = process.env['ENGINE_URL'] ? undefined : forkEngine(process.env);
const { runPlatform } = await import('./run-platform.ts');
await runPlatform(process.env, engine);
