/**
 * The walls around a child, each of which is used where the machine allows it:
 * - `permissions`: Node's permission model. Its code reads its own files only, writes nothing and starts nothing.
 * - `privileges`: no capabilities, no new privileges, and its death with the parent (setpriv).
 * - `user`: a user id of its own, where the product runs as root.
 * - `network`: a network namespace without any interface.
 * - `files`: a file system of its own, which has nothing but the program's files and the system's libraries.
 */
export const isolationLayers = ['permissions', 'privileges', 'user', 'network', 'files'] as const;
export type IsolationLayer = (typeof isolationLayers)[number];

/** What a child tries in the probe, and must not be able to do. */
export const forbiddenActions = [
  'read a file',
  'read the environment of the parent',
  'write a file',
  'connect by TCP',
  'connect to a Unix socket',
] as const;
export type ForbiddenAction = (typeof forbiddenActions)[number];

/** What holds on this machine, as it was tried. */
export interface Isolation {
  active: IsolationLayer[];
  /** Layers that this machine does not allow, with the words of the system. */
  missing: Partial<Record<IsolationLayer, string>>;
  /** What code in a child can do nevertheless. */
  openToCode: ForbiddenAction[];
  /** What native code can do that has taken over a child. The permission model does not bind it, other layers do. */
  openToNativeCode: ForbiddenAction[];
}

/** Tells whether a child can do nothing that it must not. */
export function isComplete({ openToCode, openToNativeCode }: Isolation): boolean {
  return openToCode.length === 0 && openToNativeCode.length === 0;
}
