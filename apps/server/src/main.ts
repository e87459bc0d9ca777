import { enableCompileCache } from 'node:module';
import { ConfigurationError, compiledDir } from './kernel/settings.ts';
import { forkWorker } from './reach/process/fork-worker.ts';
import { noteFormerSettings, type ProcessRole, readRoles } from './roles.ts';

// The cache serves modules that are imported from here on, so the programs themselves are imported
// afterwards.
enableCompileCache(compiledDir(process.env));
const roles = chooseRoles();
const note = noteFormerSettings(process.env);
if (note !== null) console.error(note);
if (roles.includes('web')) {
  // The worker loads its code on another processor meanwhile, and waits for its settings.
  const worker = roles.includes('worker') ? forkWorker(process.env) : undefined;
  const { runPlatform } = await import('./run-platform.ts');
  await runPlatform(process.env, worker);
} else {
  const { runWorker } = await import('./run-worker.ts');
  await runWorker();
}

function chooseRoles(): ProcessRole[] {
  try {
    return readRoles(process.env);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
