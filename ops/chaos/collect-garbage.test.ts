import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { choosePort } from '@ecp/database/embedded/choose-port';
import { expect, onTestFinished, test } from 'vitest';
import { collectGarbage } from './processes.ts';

const program = `
  const registry = new FinalizationRegistry((name) => console.log(name + ' is collected'));
  registry.register({}, 'garbage');
  setInterval(() => {}, 1_000);
  console.log('ready');`;

// FLT-5
test('a process collects its garbage when asked, and goes on', async () => {
  const debuggerPort = await choosePort(undefined);
  const child = spawn(process.execPath, [`--inspect=${debuggerPort}`, '-e', program]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stdout);
  expect(await once(lines, 'line')).toEqual(['ready']);
  const collected = once(lines, 'line');
  await collectGarbage(debuggerPort);
  expect(await collected).toEqual(['garbage is collected']);
  await collectGarbage(debuggerPort);
  child.kill();
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
});
