/** The process, connection or server that a fault hits. */
export type Target =
  /** A platform or engine. `state` adds a detail that the kind of fault leaves open, such as the error of a clock. */
  | { kind: 'service'; name: string; state?: string }
  /** A child process of a service. */
  | { kind: 'child'; name: string; of: string }
  /** The connections from one process to another. */
  | { kind: 'link'; from: string; to: string }
  /** A server that platforms or engines use. */
  | { kind: 'server'; name: 'postgres' | 'redis' | 'storage' | 'receivers' | 'provider' }
  | { kind: 'all services' }
  /** All services, Postgres and Redis. */
  | { kind: 'everything' };

/** Returns the name of a target for people; different targets have different names. */
export function nameTarget(target: Target): string {
  switch (target.kind) {
    case 'service':
      return target.state === undefined ? target.name : `${target.name} (${target.state})`;
    case 'child':
      return `${target.name} of ${target.of}`;
    case 'link':
      return `${target.from} to ${target.to}`;
    case 'server':
      return target.name;
    default:
      return target.kind;
  }
}

/** Tells whether a target is this service or one of its connections. */
export const belongsTo = (service: string, target: Target): boolean =>
  (target.kind === 'service' && target.name === service) || (target.kind === 'link' && target.from === service);

/** Tells whether a fault of the target affects the service: the target is the service, its connection, or shared by all. */
export const feels = (service: string, target: Target): boolean =>
  isServer(target, 'postgres') ||
  target.kind === 'all services' ||
  target.kind === 'everything' ||
  belongsTo(service, target);

/** Tells whether a target is this server. */
export const isServer = (target: Target, name: (Target & { kind: 'server' })['name']): boolean =>
  target.kind === 'server' && target.name === name;

/** Tells whether a target is a connection to a process of this name. */
export const leadsTo = (target: Target, name: string): boolean => target.kind === 'link' && target.to === name;

/** Returns the names of targets for people. */
export const nameTargets = (targets: readonly Target[]): string => targets.map(nameTarget).join(', ');
