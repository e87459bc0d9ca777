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

/** The actions that a child tries in the probe. None may succeed. */
export const forbiddenActions = [
  'read a file',
  'read the environment of the parent',
  'write a file',
  'connect by TCP',
  'connect to a Unix socket',
] as const;
export type ForbiddenAction = (typeof forbiddenActions)[number];

/** The isolation that was found on this machine. */
export interface Isolation {
  active: IsolationLayer[];
  /** Layers that this machine does not allow, with the words of the system. */
  missing: Partial<Record<IsolationLayer, string>>;
  /** The actions that JavaScript in a child can still take. */
  openToCode: ForbiddenAction[];
  /** The actions that native code in a child can still take. The permission model does not bind native code. */
  openToNativeCode: ForbiddenAction[];
}

/** Tells whether a child can do nothing that it must not. */
export function isComplete({ openToCode, openToNativeCode }: Isolation): boolean {
  return openToCode.length === 0 && openToNativeCode.length === 0;
}
