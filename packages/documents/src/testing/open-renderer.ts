import type { ChildProgram } from '@ecp/sandbox/child-program';
import { openSandbox, type SandboxOptions } from '@ecp/sandbox/sandbox';
import {
  createDocumentRenderer,
  type DocumentRenderer,
  type RendererOptions,
} from '../document-renderer.ts';
import { typesettingProgram } from '../typesetting/typesetting-program.ts';

/** A renderer with a sandbox of its own. */
export interface OwnRenderer extends DocumentRenderer {
  /** Process ids of the living children, a spare one included. */
  pids(): number[];
  /** Kills the children. */
  close(): Promise<void>;
}

export function openRenderer({
  program,
  ...options
}: SandboxOptions &
  Omit<RendererOptions, 'sandbox' | 'program'> & {
    program?: Partial<ChildProgram>;
  } = {}): OwnRenderer {
  const sandbox = openSandbox(options);
  const used = { ...typesettingProgram, ...program };
  const renderer = createDocumentRenderer({ ...options, program: used, sandbox });
  return { ...renderer, pids: () => sandbox.pids(used), close: () => sandbox.close() };
}
